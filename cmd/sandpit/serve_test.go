package main

import (
	"bufio"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestServe opens a server of a box on the host and interrupts it.
func TestServe(t *testing.T) {
	cmd := exec.Command("sandpit", "serve", "--port", "3000", "--", "node", "-e",
		`require('http').createServer((q, r) => r.end('hello ' + q.url)).listen(3000)`)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(stderr).ReadString('\n')
	m := regexp.MustCompile(`serving at (http://127\.0\.0\.1:\d+/)`).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("%q %v", line, err)
	}
	client := http.Client{Timeout: 10 * time.Second}
	res, err := client.Get(m[1] + "x")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || !strings.HasPrefix(string(body), "hello /x") {
		t.Errorf("%q %v", body, err)
	}
	if err := cmd.Process.Signal(endSignals[0]); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("after the interrupt: %v", err)
	}
}
