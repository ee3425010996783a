package shell

import "strings"

// options are the flags of set and shopt. The zero value has everything off; defaultOptions is what bash starts with.
type options struct {
	// set -o
	allexport, braceexpand, emacs, errexit, errtrace, functrace, hashall, histexpand, history, ignoreeof, interactive_comments, keyword, monitor, noclobber, noexec, noglob, nolog, notify, nounset, onecmd, physical, pipefail, posix, privileged, verbose, vi, xtrace bool
	// shopt
	autocd, assoc_expand_once, cdable_vars, cdspell, checkhash, checkjobs, checkwinsize, cmdhist                                bool
	compat31, compat32, compat40, compat41, compat42, compat43, compat44, complete_fullquote                                    bool
	direxpand, dirspell, dotglob, execfail, expand_aliases, extdebug, extglob, extquote                                         bool
	failglob, force_fignore, globasciiranges, globskipdots, globstar, gnu_errfmt, histappend, histreedit                        bool
	histverify, hostcomplete, huponexit, inherit_errexit, lastpipe, lithist, localvar_inherit, localvar_unset                   bool
	login_shell, mailwarn, no_empty_cmd_completion, nocaseglob, nocasematch, noexpand_translation, nullglob, patsub_replacement bool
	progcomp, progcomp_alias, promptvars, restricted_shell, shift_verbose, sourcepath, varredir_close, xpg_echo                 bool
}

// option describes one flag: its name for set -o or shopt, its letter for set, and where it is kept.
type option struct {
	name   string
	letter byte
	field  func(*options) *bool
}

// setOptions are the names of set -o, sorted as bash lists them.
var setOptions = []option{
	{"allexport", 'a', func(o *options) *bool { return &o.allexport }},
	{"braceexpand", 'B', func(o *options) *bool { return &o.braceexpand }},
	{"emacs", 0, func(o *options) *bool { return &o.emacs }},
	{"errexit", 'e', func(o *options) *bool { return &o.errexit }},
	{"errtrace", 'E', func(o *options) *bool { return &o.errtrace }},
	{"functrace", 'T', func(o *options) *bool { return &o.functrace }},
	{"hashall", 'h', func(o *options) *bool { return &o.hashall }},
	{"histexpand", 'H', func(o *options) *bool { return &o.histexpand }},
	{"history", 0, func(o *options) *bool { return &o.history }},
	{"ignoreeof", 0, func(o *options) *bool { return &o.ignoreeof }},
	{"interactive-comments", 0, func(o *options) *bool { return &o.interactive_comments }},
	{"keyword", 'k', func(o *options) *bool { return &o.keyword }},
	{"monitor", 'm', func(o *options) *bool { return &o.monitor }},
	{"noclobber", 'C', func(o *options) *bool { return &o.noclobber }},
	{"noexec", 'n', func(o *options) *bool { return &o.noexec }},
	{"noglob", 'f', func(o *options) *bool { return &o.noglob }},
	{"nolog", 0, func(o *options) *bool { return &o.nolog }},
	{"notify", 'b', func(o *options) *bool { return &o.notify }},
	{"nounset", 'u', func(o *options) *bool { return &o.nounset }},
	{"onecmd", 't', func(o *options) *bool { return &o.onecmd }},
	{"physical", 'P', func(o *options) *bool { return &o.physical }},
	{"pipefail", 0, func(o *options) *bool { return &o.pipefail }},
	{"posix", 0, func(o *options) *bool { return &o.posix }},
	{"privileged", 'p', func(o *options) *bool { return &o.privileged }},
	{"verbose", 'v', func(o *options) *bool { return &o.verbose }},
	{"vi", 0, func(o *options) *bool { return &o.vi }},
	{"xtrace", 'x', func(o *options) *bool { return &o.xtrace }},
}

// shoptOptions are the names of shopt, sorted as bash lists them.
var shoptOptions = []option{
	{"autocd", 0, func(o *options) *bool { return &o.autocd }},
	{"assoc_expand_once", 0, func(o *options) *bool { return &o.assoc_expand_once }},
	{"cdable_vars", 0, func(o *options) *bool { return &o.cdable_vars }},
	{"cdspell", 0, func(o *options) *bool { return &o.cdspell }},
	{"checkhash", 0, func(o *options) *bool { return &o.checkhash }},
	{"checkjobs", 0, func(o *options) *bool { return &o.checkjobs }},
	{"checkwinsize", 0, func(o *options) *bool { return &o.checkwinsize }},
	{"cmdhist", 0, func(o *options) *bool { return &o.cmdhist }},
	{"compat31", 0, func(o *options) *bool { return &o.compat31 }},
	{"compat32", 0, func(o *options) *bool { return &o.compat32 }},
	{"compat40", 0, func(o *options) *bool { return &o.compat40 }},
	{"compat41", 0, func(o *options) *bool { return &o.compat41 }},
	{"compat42", 0, func(o *options) *bool { return &o.compat42 }},
	{"compat43", 0, func(o *options) *bool { return &o.compat43 }},
	{"compat44", 0, func(o *options) *bool { return &o.compat44 }},
	{"complete_fullquote", 0, func(o *options) *bool { return &o.complete_fullquote }},
	{"direxpand", 0, func(o *options) *bool { return &o.direxpand }},
	{"dirspell", 0, func(o *options) *bool { return &o.dirspell }},
	{"dotglob", 0, func(o *options) *bool { return &o.dotglob }},
	{"execfail", 0, func(o *options) *bool { return &o.execfail }},
	{"expand_aliases", 0, func(o *options) *bool { return &o.expand_aliases }},
	{"extdebug", 0, func(o *options) *bool { return &o.extdebug }},
	{"extglob", 0, func(o *options) *bool { return &o.extglob }},
	{"extquote", 0, func(o *options) *bool { return &o.extquote }},
	{"failglob", 0, func(o *options) *bool { return &o.failglob }},
	{"force_fignore", 0, func(o *options) *bool { return &o.force_fignore }},
	{"globasciiranges", 0, func(o *options) *bool { return &o.globasciiranges }},
	{"globskipdots", 0, func(o *options) *bool { return &o.globskipdots }},
	{"globstar", 0, func(o *options) *bool { return &o.globstar }},
	{"gnu_errfmt", 0, func(o *options) *bool { return &o.gnu_errfmt }},
	{"histappend", 0, func(o *options) *bool { return &o.histappend }},
	{"histreedit", 0, func(o *options) *bool { return &o.histreedit }},
	{"histverify", 0, func(o *options) *bool { return &o.histverify }},
	{"hostcomplete", 0, func(o *options) *bool { return &o.hostcomplete }},
	{"huponexit", 0, func(o *options) *bool { return &o.huponexit }},
	{"inherit_errexit", 0, func(o *options) *bool { return &o.inherit_errexit }},
	{"interactive_comments", 0, func(o *options) *bool { return &o.interactive_comments }},
	{"lastpipe", 0, func(o *options) *bool { return &o.lastpipe }},
	{"lithist", 0, func(o *options) *bool { return &o.lithist }},
	{"localvar_inherit", 0, func(o *options) *bool { return &o.localvar_inherit }},
	{"localvar_unset", 0, func(o *options) *bool { return &o.localvar_unset }},
	{"login_shell", 0, func(o *options) *bool { return &o.login_shell }},
	{"mailwarn", 0, func(o *options) *bool { return &o.mailwarn }},
	{"no_empty_cmd_completion", 0, func(o *options) *bool { return &o.no_empty_cmd_completion }},
	{"nocaseglob", 0, func(o *options) *bool { return &o.nocaseglob }},
	{"nocasematch", 0, func(o *options) *bool { return &o.nocasematch }},
	{"noexpand_translation", 0, func(o *options) *bool { return &o.noexpand_translation }},
	{"nullglob", 0, func(o *options) *bool { return &o.nullglob }},
	{"patsub_replacement", 0, func(o *options) *bool { return &o.patsub_replacement }},
	{"progcomp", 0, func(o *options) *bool { return &o.progcomp }},
	{"progcomp_alias", 0, func(o *options) *bool { return &o.progcomp_alias }},
	{"promptvars", 0, func(o *options) *bool { return &o.promptvars }},
	{"restricted_shell", 0, func(o *options) *bool { return &o.restricted_shell }},
	{"shift_verbose", 0, func(o *options) *bool { return &o.shift_verbose }},
	{"sourcepath", 0, func(o *options) *bool { return &o.sourcepath }},
	{"varredir_close", 0, func(o *options) *bool { return &o.varredir_close }},
	{"xpg_echo", 0, func(o *options) *bool { return &o.xpg_echo }},
}

func defaultOptions() options {
	return options{
		checkwinsize:         true,
		cmdhist:              true,
		complete_fullquote:   true,
		extquote:             true,
		force_fignore:        true,
		globasciiranges:      true,
		globskipdots:         true,
		hostcomplete:         true,
		interactive_comments: true,
		patsub_replacement:   true,
		progcomp:             true,
		promptvars:           true,
		sourcepath:           true,
		braceexpand:          true,
		hashall:              true,
	}
}

func findOption(table []option, name string) *option {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

func findOptionLetter(c byte) *option {
	for i := range setOptions {
		if setOptions[i].letter == c {
			return &setOptions[i]
		}
	}
	return nil
}

// flagLetters is the order in which $- shows the letters of set.
const flagLetters = "abefhkmnptuvxBCEHPT"

// dollarDash is the value of $-.
func (sh *Shell) dollarDash() string {
	var b strings.Builder
	for i := 0; i < len(flagLetters); i++ {
		if *findOptionLetter(flagLetters[i]).field(&sh.opts) {
			b.WriteByte(flagLetters[i])
		}
		if flagLetters[i] == 'h' && sh.interactive {
			b.WriteByte('i')
		}
	}
	if sh.cmdString {
		b.WriteByte('c')
	}
	if sh.fromStdin {
		b.WriteByte('s')
	}
	return b.String()
}

// optionList is the value of SHELLOPTS (table setOptions) or BASHOPTS (shoptOptions).
func (sh *Shell) optionList(table []option) string {
	var b strings.Builder
	for i := range table {
		if *table[i].field(&sh.opts) {
			if b.Len() > 0 {
				b.WriteByte(':')
			}
			b.WriteString(table[i].name)
		}
	}
	return b.String()
}
