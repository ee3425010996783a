package files

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// kind is what tree -J and -X call a file.
func (n *treeNode) kind() string {
	m := n.info.Mode()
	switch {
	case m.IsDir():
		return "directory"
	case m&fs.ModeSymlink != 0:
		return "link"
	case m&fs.ModeNamedPipe != 0:
		return "fifo"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&fs.ModeCharDevice != 0:
		return "char"
	case m&fs.ModeDevice != 0:
		return "block"
	}
	return "file"
}

func quoteJSON(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// json prints -J: an array of the trees and a report.
func (t *treeRun) json(nodes []*treeNode) {
	nl, pad := "\n", "  "
	if !t.indent {
		nl, pad = "", ""
	}
	_, _ = t.w.WriteString("[" + nl)
	for i, n := range nodes {
		if i > 0 {
			_, _ = t.w.WriteString("," + nl)
		}
		t.jsonNode(n, pad, pad, nl)
		_, _ = t.w.WriteString(nl)
	}
	if !t.o.Has("noreport") {
		_, _ = t.w.WriteString("," + nl + pad + `{"type":"report","directories":` + strconv.Itoa(t.dirs))
		if !t.dirsOnly {
			_, _ = t.w.WriteString(`,"files":` + strconv.Itoa(t.files))
		}
		_, _ = t.w.WriteString("}" + nl)
	}
	_, _ = t.w.WriteString("]\n")
}

func (t *treeRun) jsonNode(n *treeNode, prefix, pad, nl string) {
	name := n.name
	if t.o.Has("f") {
		name = n.path
	}
	if n.info == nil {
		_, _ = t.w.WriteString(prefix + `{"type":"directory","name":` + quoteJSON(name) + `,"contents":[{"error": "` + n.problem + `"}]}`)
		return
	}
	head := prefix + `{"type":"` + n.kind() + `","name":` + quoteJSON(name)
	if n.target != "" {
		head += `,"target":` + quoteJSON(n.target)
	}
	st := statOf(n.info)
	if t.o.Has("p") {
		head += `,"mode":"` + fmt.Sprintf("%04o", cmd.Bits(n.info.Mode())) + `","prot":"` + cmd.ModeString(n.info.Mode()) + `"`
	}
	if t.o.Has("u") {
		head += `,"user":` + quoteJSON(t.names.User(st.UID))
	}
	if t.o.Has("g") {
		head += `,"group":` + quoteJSON(t.names.Group(st.GID))
	}
	if t.o.Has("s") || t.human > 0 || t.o.Has("du") {
		size := n.info.Size()
		if t.o.Has("du") {
			size = n.size
		}
		head += `,"size":` + strconv.FormatInt(size, 10)
	}
	_, _ = t.w.WriteString(head)
	if n.info.IsDir() && (len(n.kids) > 0 || prefix == pad) {
		_, _ = t.w.WriteString(`,"contents":[` + nl)
		for i, kid := range n.kids {
			if i > 0 {
				_, _ = t.w.WriteString("," + nl)
			}
			t.jsonNode(kid, prefix+pad, pad, nl)
		}
		_, _ = t.w.WriteString(nl + prefix + "]")
	}
	_, _ = t.w.WriteString("}")
}

// xml prints -X.
func (t *treeRun) xml(nodes []*treeNode) {
	nl, pad := "\n", "  "
	if !t.indent {
		nl, pad = "", ""
	}
	_, _ = t.w.WriteString("<?xml version=\"1.0\"?>" + nl + "<tree>" + nl)
	for _, n := range nodes {
		t.xmlNode(n, pad, pad, nl)
	}
	if !t.o.Has("noreport") {
		_, _ = t.w.WriteString(pad + "<report>" + nl + pad + pad + "<directories>" + strconv.Itoa(t.dirs) + "</directories>" + nl)
		if !t.dirsOnly {
			_, _ = t.w.WriteString(pad + pad + "<files>" + strconv.Itoa(t.files) + "</files>" + nl)
		}
		_, _ = t.w.WriteString(pad + "</report>" + nl)
	}
	_, _ = t.w.WriteString("</tree>\n")
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}

func (t *treeRun) xmlNode(n *treeNode, prefix, pad, nl string) {
	name := n.name
	if t.o.Has("f") {
		name = n.path
	}
	if n.info == nil {
		_, _ = t.w.WriteString(prefix + `<directory name="` + escapeXML(name) + `"><error>` + n.problem + "</error></directory>" + nl)
		return
	}
	kind := n.kind()
	head := prefix + "<" + kind + ` name="` + escapeXML(name) + `"`
	if n.target != "" {
		head += ` target="` + escapeXML(n.target) + `"`
	}
	if t.o.Has("s") || t.human > 0 {
		head += ` size="` + strconv.FormatInt(n.info.Size(), 10) + `"`
	}
	_, _ = t.w.WriteString(head + ">")
	if len(n.kids) > 0 {
		_, _ = t.w.WriteString(nl)
		for _, kid := range n.kids {
			t.xmlNode(kid, prefix+pad, pad, nl)
		}
		_, _ = t.w.WriteString(prefix)
	}
	_, _ = t.w.WriteString("</" + kind + ">" + nl)
}
