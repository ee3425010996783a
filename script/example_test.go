package script_test

import (
	"context"
	"fmt"

	"github.com/sandpit-dev/sandpit/script"
)

func Example() {
	notes := map[int]string{7: "buy milk"}
	eng := script.New(script.Options{Bindings: []script.Binding{{
		Name: "readNote", Doc: "Reads a note.", Permission: "notes:read",
		Func: func(ctx context.Context, id int) (string, error) {
			if text, ok := notes[id]; ok {
				return text, nil
			}
			return "", fmt.Errorf("there is no note %d", id)
		},
	}}})
	defer eng.Close()

	res, err := eng.Eval(context.Background(), `
		export default async (input: { id: number }) => {
			const text = await host.readNote(input.id);
			console.warn("read", text.length, "characters");
			return { words: text.split(" ") };
		}`, map[string]any{"id": 7})
	fmt.Println(string(res.JSON), err)
	fmt.Print(res.ConsoleText())

	_, err = eng.Eval(context.Background(), "await host.readNote(8)", nil)
	fmt.Println(err)
	// Output:
	// {"words":["buy","milk"]} <nil>
	// [warn] read 8 characters
	// TOOL_ERROR: there is no note 8 (script.ts:1:12)
}
