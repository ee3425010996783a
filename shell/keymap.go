package shell

import "strings"

// keymapText lists the functions of Readline that bash knows, each with the keys that call it in emacs mode.
const keymapText = `
abort \C-g \C-x\C-g \e\C-g
accept-line \C-j \C-m
alias-expand-line
arrow-key-prefix
backward-byte
backward-char \C-b \eOD \e[D
backward-delete-char \C-h \C-?
backward-kill-line \C-x\C-?
backward-kill-word \e\C-h \e\C-?
backward-word \e\e[D \e[1;3D \e[1;5D \e[5D \eb
beginning-of-history \e<
beginning-of-line \C-a \eOH \e[1~ \e[H
bracketed-paste-begin \e[200~
call-last-kbd-macro \C-xe
capitalize-word \ec
character-search \C-]
character-search-backward \e\C-]
clear-display \e\C-l
clear-screen \C-l
complete \C-i \e\e\000
complete-command \e!
complete-filename \e/
complete-hostname \e@
complete-into-braces \e{
complete-username \e~
complete-variable \e$
copy-backward-word
copy-forward-word
copy-region-as-kill
dabbrev-expand
delete-char \C-d \e[3~
delete-char-or-list
delete-horizontal-space \e\\
digit-argument \e- \e0 \e1 \e2 \e3 \e4 \e5 \e6 \e7 \e8 \e9
display-shell-version \C-x\C-v
do-lowercase-version
downcase-word \el
dump-functions
dump-macros
dump-variables
dynamic-complete-history \e\C-i
edit-and-execute-command \C-x\C-e
emacs-editing-mode
end-kbd-macro \C-x)
end-of-history \e>
end-of-line \C-e \eOF \e[4~ \e[F
exchange-point-and-mark \C-x\C-x
fetch-history
forward-backward-delete-char
forward-byte
forward-char \C-f \eOC \e[C
forward-search-history \C-s
forward-word \e\e[C \e[1;3C \e[1;5C \e[5C \ef
glob-complete-word \eg
glob-expand-word \C-x*
glob-list-expansions \C-xg
history-and-alias-expand-line
history-expand-line \e^
history-search-backward \e[5~
history-search-forward \e[6~
history-substring-search-backward
history-substring-search-forward
insert-comment \e#
insert-completions \e*
insert-last-argument \e. \e_
kill-line \C-k
kill-region
kill-whole-line
kill-word \e[3;5~ \ed
magic-space
menu-complete
menu-complete-backward
next-history \C-n \eOB \e[B
next-screen-line
non-incremental-forward-search-history \en
non-incremental-forward-search-history-again
non-incremental-reverse-search-history \ep
non-incremental-reverse-search-history-again
old-menu-complete
operate-and-get-next \C-o
overwrite-mode
possible-command-completions \C-x!
possible-completions \e= \e?
possible-filename-completions \C-x/
possible-hostname-completions \C-x@
possible-username-completions \C-x~
possible-variable-completions \C-x$
previous-history \C-p \eOA \e[A
previous-screen-line
print-last-kbd-macro
quoted-insert \C-q \C-v \e[2~
re-read-init-file \C-x\C-r
redraw-current-line
reverse-search-history \C-r
revert-line \e\C-r \er
self-insert
set-mark \C-@ \e 
shell-backward-kill-word
shell-backward-word \e\C-b
shell-expand-line \e\C-e
shell-forward-word \e\C-f
shell-kill-word \e\C-d
shell-transpose-words \e\C-t
skip-csi-sequence
spell-correct-word \C-xs
start-kbd-macro \C-x(
tab-insert
tilde-expand \e&
transpose-chars \C-t
transpose-words \et
tty-status
undo \C-x\C-u \C-_
universal-argument
unix-filename-rubout
unix-line-discard \C-u
unix-word-rubout \C-w
upcase-word \eu
vi-append-eol
vi-append-mode
vi-arg-digit
vi-bWord
vi-back-to-indent
vi-backward-bigword
vi-backward-word
vi-bword
vi-change-case
vi-change-char
vi-change-to
vi-char-search
vi-column
vi-complete
vi-delete
vi-delete-to
vi-eWord
vi-edit-and-execute-command
vi-editing-mode
vi-end-bigword
vi-end-word
vi-eof-maybe
vi-eword
vi-fWord
vi-fetch-history
vi-first-print
vi-forward-bigword
vi-forward-word
vi-fword
vi-goto-mark
vi-insert-beg
vi-insertion-mode
vi-match
vi-movement-mode
vi-next-word
vi-overstrike
vi-overstrike-delete
vi-prev-word
vi-put
vi-redo
vi-replace
vi-rubout
vi-search
vi-search-again
vi-set-mark
vi-subst
vi-tilde-expand
vi-undo
vi-unix-word-rubout
vi-yank-arg
vi-yank-pop
vi-yank-to
yank \C-y
yank-last-arg \e. \e_
yank-nth-arg \e\C-y
yank-pop \ey`

// readlineVariables are the variables of Readline with their values, in the order in which bind -v prints them.
var readlineVariables = []struct{ name, value string }{
	{"bind-tty-special-chars", "on"},
	{"blink-matching-paren", "off"},
	{"byte-oriented", "off"},
	{"colored-completion-prefix", "off"},
	{"colored-stats", "off"},
	{"completion-ignore-case", "off"},
	{"completion-map-case", "off"},
	{"convert-meta", "off"},
	{"disable-completion", "off"},
	{"echo-control-characters", "on"},
	{"enable-active-region", "on"},
	{"enable-bracketed-paste", "on"},
	{"enable-keypad", "off"},
	{"enable-meta-key", "on"},
	{"expand-tilde", "off"},
	{"history-preserve-point", "off"},
	{"horizontal-scroll-mode", "off"},
	{"input-meta", "on"},
	{"mark-directories", "on"},
	{"mark-modified-lines", "off"},
	{"mark-symlinked-directories", "off"},
	{"match-hidden-files", "on"},
	{"menu-complete-display-prefix", "off"},
	{"meta-flag", "on"},
	{"output-meta", "on"},
	{"page-completions", "on"},
	{"prefer-visible-bell", "on"},
	{"print-completions-horizontally", "off"},
	{"revert-all-at-newline", "off"},
	{"show-all-if-ambiguous", "off"},
	{"show-all-if-unmodified", "off"},
	{"show-mode-in-prompt", "off"},
	{"skip-completed-text", "off"},
	{"visible-stats", "off"},
	{"bell-style", "audible"},
	{"comment-begin", "#"},
	{"completion-display-width", "-1"},
	{"completion-prefix-display-length", "0"},
	{"completion-query-items", "100"},
	{"editing-mode", "emacs"},
	{"emacs-mode-string", "@"},
	{"history-size", "0"},
	{"keymap", "emacs"},
	{"keyseq-timeout", "500"},
	{"vi-cmd-mode-string", "(cmd)"},
	{"vi-ins-mode-string", "(ins)"},
}

// readlineFunctions lists the names of the functions, sorted.
func readlineFunctions() []string {
	var names []string
	for line := range strings.Lines(keymapText[1:]) {
		names = append(names, strings.Fields(line)[0])
	}
	return names
}
