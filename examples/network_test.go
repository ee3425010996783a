package examples

import (
	"os/exec"
	"testing"
)

func TestNetwork(t *testing.T) {
	out, err := exec.Command("go", "run", "./network").CombinedOutput()
	want := `$ curl -sS https://api.example.com/v1/users
curl/7.88.1 asks for /v1/users
audit: allowed=true GET packages.test/pool/a.tar.gz 
$ curl -sS http://packages.test/pool/a.tar.gz
outside: GET packages.test/pool/a.tar.gz
audit: allowed=false GET packages.test/admin method or path
$ curl -sS http://packages.test/admin
denied
audit: allowed=false  evil.test no rule
$ curl -sS http://evil.test/ || echo status $?
status 6
curl: (6) Could not resolve host: evil.test
$ curl -sS http://db:5000/
rows
api.example.com was asked: GET /v1/users, answered 200
`
	if err != nil || string(out) != want {
		t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, out, want)
	}
}
