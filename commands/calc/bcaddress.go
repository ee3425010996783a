package calc

// bcAddresses gives every node the address that GNU bc's machine would stand at once it has fetched the node's operation:
// its messages name it. The machine has operations of a byte, labels of two, and numbers as they are written.
type bcAddresses struct{ pc int }

// unit numbers a line or the body of a function.
func (a *bcAddresses) unit(n *bcNode) {
	a.pc = 0
	a.walk(n)
}

// add counts the bytes of an operation and what follows it.
func (a *bcAddresses) add(bytes int) int {
	a.pc += bytes
	return a.pc
}

const (
	bcByte = 1 // an operation
	bcVar  = 2 // one with the number of a name
	bcJump = 3 // one with a label
)

func (a *bcAddresses) walk(n *bcNode) {
	if n == nil {
		return
	}
	switch n.op {
	case "number":
		switch n.text {
		case "0", "1":
			a.add(bcByte)
		default:
			a.add(len("K") + len(n.text) + len(":"))
		}
	case "string":
		a.add(len("w") + len(n.text) + len(`"`))
	case "set":
		if n.text != "" {
			a.add(bcVar)
		}
		if n.args[0].op == "elem" {
			a.walk(n.args[0].args[0])
		}
		a.walk(n.args[1])
		if n.text != "" {
			n.adr = a.add(bcByte)
		}
		n.args[0].adr = a.add(bcVar)
		return
	case "var", "special", "elem":
		for _, e := range n.args {
			a.walk(e)
		}
		a.add(bcVar)
	case "builtin":
		for _, e := range n.args {
			a.walk(e)
		}
		a.add(len("cL"))
	case "call":
		for _, e := range n.args {
			a.walk(e)
		}
		n.adr = a.add(bcVar)
		a.add(len(n.args) + len(":"))
		return
	case "pre++", "pre--", "post++", "post--":
		a.walk(n.args[0])
		a.add(bcVar)
	case "&&":
		a.walk(n.args[0])
		a.add(bcByte + bcJump + bcByte)
		a.walk(n.args[1])
		a.add(bcByte + bcJump + 2*bcByte)
	case "||":
		a.walk(n.args[0])
		a.add(bcJump)
		a.walk(n.args[1])
		a.add(bcJump + bcByte + bcJump + bcByte)
	case "show":
		a.walk(n.args[0])
		a.add(bcByte)
	case "if":
		a.walk(n.args[0])
		a.add(bcJump)
		a.walk(n.args[1])
		if len(n.args) > 2 {
			a.add(bcJump)
			a.walk(n.args[2])
		}
	case "for":
		if n.loop {
			a.walk(n.args[0])
			a.add(bcByte)
			a.walk(n.args[1])
			a.add(2 * bcJump)
			a.walk(n.args[2])
			a.add(bcByte + bcJump)
		} else {
			a.walk(n.args[1])
			a.add(bcJump)
		}
		a.walk(n.args[3])
		a.add(bcJump)
	case "print":
		for _, e := range n.args {
			a.walk(e)
			if e.op != "string" {
				a.add(bcByte)
			}
		}
	case "block":
		for _, e := range n.args {
			a.walk(e)
		}
	case "break", "continue":
		a.add(bcJump)
	default: // an operator, return
		for _, e := range n.args {
			a.walk(e)
		}
		a.add(bcByte)
	}
	n.adr = a.pc
}

// at notes the address of the node that is carried out, for what goes wrong in it.
func (b *bcRun) at(n *bcNode) { b.adr = n.adr }
