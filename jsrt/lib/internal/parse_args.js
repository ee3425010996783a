'use strict';
// util.parseArgs: a command line by a table of options.
const { validateArray, validateBoolean, validateObject, validateString } = require('internal/validators');
const { E, codes } = require('internal/errors');
E('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', TypeError, (m) => m);
E('ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', TypeError, (v) => `Unexpected argument '${v}'. This command does not take positional arguments`);
E('ERR_PARSE_ARGS_UNKNOWN_OPTION', TypeError, (o, positionals) => `Unknown option '${o}'${positionals && o.startsWith('--') ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- ${JSON.stringify(o)}` : ''}`);
const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_PARSE_ARGS_INVALID_OPTION_VALUE, ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL, ERR_PARSE_ARGS_UNKNOWN_OPTION } = codes;
const own = (o, k) => o !== undefined && o !== null && Object.hasOwn(o, k) ? o[k] : undefined;

function defaultArgs() {
  // What node itself was given to evaluate is no argument.
  return process.argv.slice(process.execArgv.some((a) => /^(?:-e|-p|-pe|--eval|--print)(?:=|$)/.test(a)) ? 1 : 2);
}

// tokenize reads the arguments. A short option takes the rest of its group as its value when it wants one.
function tokenize(args, options) {
  const short = (c) => Object.keys(options).find((k) => own(options[k], 'short') === c) ?? c;
  const wants = (name) => own(own(options, name), 'type') === 'string';
  const out = [];
  const list = args.map((text, index) => ({ text, index }));
  while (list.length > 0) {
    const { text: a, index } = list.shift();
    const next = list.length > 0 ? list[0].text : undefined;
    if (a === '--') {
      out.push({ kind: 'option-terminator', index });
      for (const r of list) out.push({ kind: 'positional', index: r.index, value: r.text });
      break;
    }
    if (a.length > 2 && a.startsWith('--')) {
      const eq = a.indexOf('=', 3);
      if (eq >= 0) { const name = a.slice(2, eq); out.push({ kind: 'option', name, rawName: `--${name}`, index, value: a.slice(eq + 1), inlineValue: true }); continue; }
      const name = a.slice(2);
      let value, inlineValue;
      if (wants(name) && next !== undefined) { value = list.shift().text; inlineValue = false; }
      out.push({ kind: 'option', name, rawName: a, index, value, inlineValue });
      continue;
    }
    if (a.length > 1 && a[0] === '-' && a[1] !== '-') {
      const c = a[1], name = short(c);
      if (a.length === 2) {
        let value, inlineValue;
        if (wants(name) && next !== undefined) { value = list.shift().text; inlineValue = false; }
        out.push({ kind: 'option', name, rawName: a, index, value, inlineValue });
      } else if (wants(name)) out.push({ kind: 'option', name, rawName: `-${c}`, index, value: a.slice(2), inlineValue: true });
      else {
        const group = [];
        for (let i = 1; i < a.length; i++) {
          if (i === a.length - 1 || !wants(short(a[i]))) group.push({ text: `-${a[i]}`, index });
          else { group.push({ text: `-${a.slice(i)}`, index }); break; }
        }
        list.unshift(...group);
      }
      continue;
    }
    out.push({ kind: 'positional', index, value: a });
  }
  return out;
}

function check(t, options, positionals) {
  if (!Object.hasOwn(options, t.name)) throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(t.rawName, positionals);
  const o = options[t.name], s = own(o, 'short');
  const shown = `${s ? `-${s}, ` : ''}--${t.name}`;
  if (o.type === 'string') {
    if (typeof t.value !== 'string') throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown} <value>' argument missing`);
    if (!t.inlineValue && t.value.length > 1 && t.value[0] === '-') {
      const ex = t.rawName.startsWith('--') ? `'${t.rawName}=-XYZ'` : `'--${t.name}=-XYZ' or '${t.rawName}-XYZ'`;
      throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${t.rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${t.rawName}'?\nTo specify an option argument starting with a dash use ${ex}.`);
    }
  } else if (t.value !== undefined) throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown}' does not take an argument`);
}

exports.parseArgs = function parseArgs(config = {}) {
  validateObject(config, 'config');
  const args = own(config, 'args') ?? defaultArgs();
  const strict = own(config, 'strict') ?? true, options = own(config, 'options') ?? {}, tokens = own(config, 'tokens') ?? false;
  const positionals = own(config, 'allowPositionals') ?? !strict;
  validateArray(args, 'args');
  validateBoolean(strict, 'strict');
  validateBoolean(positionals, 'allowPositionals');
  validateBoolean(tokens, 'tokens');
  validateObject(options, 'options');
  for (const [name, o] of Object.entries(options)) {
    const at = `options.${name}`;
    validateObject(o, at);
    if (own(o, 'type') !== 'string' && own(o, 'type') !== 'boolean') throw new ERR_INVALID_ARG_TYPE(`${at}.type`, "('string|boolean')", own(o, 'type'));
    const s = own(o, 'short');
    if (Object.hasOwn(o, 'short')) {
      validateString(s, `${at}.short`);
      if (s.length !== 1) throw new ERR_INVALID_ARG_VALUE(`${at}.short`, s, 'must be a single character');
    }
    const multiple = own(o, 'multiple');
    if (Object.hasOwn(o, 'multiple')) validateBoolean(multiple, `${at}.multiple`);
    const d = own(o, 'default');
    if (d !== undefined) {
      if (multiple) {
        validateArray(d, `${at}.default`);
        d.forEach((v, i) => (o.type === 'string' ? validateString : validateBoolean)(v, `${at}.default[${i}]`));
      } else (o.type === 'string' ? validateString : validateBoolean)(d, `${at}.default`);
    }
  }
  const list = tokenize(args, options);
  const out = { values: { __proto__: null }, positionals: [] };
  if (tokens) out.tokens = list;
  const put = (name, value) => {
    if (name === '__proto__') return;
    const v = value ?? true;
    if (own(own(options, name), 'multiple')) (out.values[name] ??= []).push(v); else out.values[name] = v;
  };
  for (const t of list) {
    if (t.kind === 'option') {
      if (strict) check(t, options, positionals);
      put(t.name, t.value);
    } else if (t.kind === 'positional') {
      if (!positionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(t.value);
      out.positionals.push(t.value);
    }
  }
  for (const [name, o] of Object.entries(options)) {
    const d = own(o, 'default');
    if (d !== undefined && out.values[name] === undefined && name !== '__proto__') out.values[name] = d;
  }
  return out;
};
