// Package npm is the package manager of a box: the programs npm and npx.
//
// A project's package.json, .npmrc and package-lock.json (version 3) are npm's own; so are the layout of node_modules
// (as flat as versions allow, the rest nested where it is needed), the links in node_modules/.bin, the environment of
// scripts and the words of messages. The registry is reached through the box's network alone: a name that the host serves
// or one that a rule lets out. What is downloaded is checked against its integrity before anything of it is kept, and
// node_modules changes only when every package has been fetched and unpacked.
//
// # Limits
//
// Packages with a native addon are refused by name: nothing here compiles or loads one. Optional ones are left out. Git
// dependencies, publishing, audits, funding, overrides and a download cache are not there; global installs go to
// /usr/local. A package whose peers cannot agree with what the project itself asks for is ERESOLVE; deeper disagreements are
// warned of, as npm does.
package npm

import "github.com/sandpit-dev/sandpit/kernel"

// version is the version of npm whose behaviour this follows.
const version = "10.8.2"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{
		"npm": npmCommand,
		"npx": npxCommand,
	}
}
