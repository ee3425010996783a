package vfs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/vfs"
)

func Example() {
	disk := vfs.New()
	disk.MkdirAll("/home/user", 0o755)
	disk.Chown("/home/user", 1000, 1000)

	user := disk.As(1000, 1000, 0o022).In("/home/user")
	afero.WriteFile(user, "notes.txt", []byte("hello\n"), 0o666)
	user.Symlink("notes.txt", "latest")

	err := afero.WriteFile(user, "/etc", nil, 0o666)
	fmt.Println(err, errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EACCES))

	fi, _ := user.Stat("latest")
	st := fi.Sys().(*vfs.Stat)
	fmt.Println(fi.Mode(), st.UID, fi.Size())
	// Output:
	// open /etc: permission denied true true
	// -rw-r--r-- 1000 6
}

// A fork shares everything with the original until one of them changes it.
func ExampleFS_Fork() {
	image := vfs.New()
	image.WriteFile("/motd", []byte("welcome"), 0o644)

	box := image.Fork()
	box.WriteFile("/motd", []byte("changed"), 0o644)

	a, _ := image.ReadFile("/motd")
	b, _ := box.ReadFile("/motd")
	fmt.Println(string(a), string(b))
	// Output: welcome changed
}

// Any afero file system can be mounted.
func ExampleFS_Mount() {
	disk := vfs.New()
	assets := afero.NewMemMapFs()
	afero.WriteFile(assets, "/logo.svg", []byte("<svg/>"), 0o644)
	disk.Mount("/srv/assets", assets, true)

	b, _ := disk.ReadFile("/srv/assets/logo.svg")
	err := disk.Remove("/srv/assets/logo.svg")
	fmt.Println(string(b), errors.Is(err, syscall.EROFS))
	// Output: <svg/> true
}

// A project of the host is shown in a box, which may change whatever it likes: the project stays as it is.
func ExampleOverlay() {
	project := afero.NewMemMapFs()
	afero.WriteFile(project, "/src/main.go", []byte("package main\n"), 0o644)

	disk := vfs.New()
	disk.Mount("/work", vfs.Overlay(project), false)
	disk.Rename("/work/src", "/work/cmd")
	disk.WriteFile("/work/cmd/main.go", []byte("package cmd\n"), 0o644)

	changed, _ := disk.ReadFile("/work/cmd/main.go")
	kept, _ := afero.ReadFile(project, "/src/main.go")
	fmt.Printf("%s%s", changed, kept)
	// Output:
	// package cmd
	// package main
}

// The content of a file may come from somewhere else, when somebody asks for it.
func ExampleFS_WriteFileFunc() {
	disk := vfs.New()
	disk.WriteFileFunc("/data.json", 2, 0o644, func() ([]byte, error) {
		fmt.Println("fetched")
		return []byte("{}"), nil
	})
	for range 2 {
		b, _ := disk.ReadFile("/data.json")
		fmt.Println(string(b))
	}
	// Output:
	// fetched
	// {}
	// {}
}
