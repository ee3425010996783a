// Hello is the example of the README.
package main

import (
	"context"
	"fmt"
	"io"

	"github.com/sandpit-dev/sandpit"
)

func main() {
	ctx := context.Background()
	sb, err := sandpit.Create(ctx, sandpit.Options{Files: map[string]string{
		"server.js": `require("http").createServer((q, r) => r.end("hello " + q.url)).listen(3000)`,
	}})
	if err != nil {
		panic(err)
	}
	defer sb.Close()

	res, _ := sb.Run(ctx, `for w in b a c; do echo $w; done | sort | tr '\n' ' '; node server.js &`)
	fmt.Println(res.Stdout, res.ExitCode)

	_ = sb.WaitForPort(ctx, 3000)
	answer, _ := sb.Fetch(ctx, "http://localhost:3000/you", nil)
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	fmt.Println(answer.Status, string(body))
}
