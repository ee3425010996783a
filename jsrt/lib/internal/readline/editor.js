'use strict';
// Editing of a line on a terminal: the keys of Emacs and of every shell, the history, the kill ring, completion. The line
// is drawn anew, over as many rows as it takes, after each change.
const { getStringWidth, stripVTControlCharacters } = require('internal/inspect');

const words = /^(?:[^\w\s]+|\w+|)\s*/, wordsBack = /(?:[^\w\s]+|\w+|)\s*$/;
const nextLength = (s, i) => i >= s.length ? 0 : s.codePointAt(i) > 0xffff ? 2 : 1;
const lastLength = (s, i) => i <= 0 ? 0 : i > 1 && s.codePointAt(i - 2) > 0xffff ? 2 : 1;
const put = (rl, s) => { if (rl.output !== null && rl.output !== undefined) rl.output.write(s); };
const moveRows = (rl, n) => { if (n !== 0) put(rl, n < 0 ? `\x1b[${-n}A` : `\x1b[${n}B`); };

function commonPrefix(list) {
  if (list.length === 0) return '';
  let p = list[0];
  for (const s of list) while (!s.startsWith(p)) p = p.slice(0, -1);
  return p;
}

const methods = {
  get columns() { return this.output && this.output.columns || Infinity; },
  // _getDisplayPos is where the cursor stands after a text.
  _getDisplayPos(str) {
    let offset = 0, rows = 0;
    const col = this.columns;
    for (const ch of stripVTControlCharacters(str)) {
      if (ch === '\n') { rows += Math.ceil(offset / col) || 1; offset = 0; continue; }
      if (ch === '\t') { offset += 8 - offset % 8; continue; }
      const w = getStringWidth(ch);
      if (w === 0 || w === 1) offset += w;
      else { if ((offset + 1) % col === 0) offset++; offset += 2; }
    }
    return { cols: col === Infinity ? offset : offset % col, rows: rows + (col === Infinity ? 0 : (offset - offset % col) / col) };
  },
  getCursorPos() { return this._getDisplayPos(this._prompt + this.line.slice(0, this.cursor)); },
  _refreshLine() {
    const line = this._prompt + this.line;
    const end = this._getDisplayPos(line), pos = this.getCursorPos();
    const prev = this.prevRows || 0;
    if (prev > 0) moveRows(this, -prev);
    put(this, '\x1b[1G');
    put(this, '\x1b[0J');
    this._writeToOutput(line);
    if (end.cols === 0) put(this, ' ');
    put(this, `\x1b[${pos.cols + 1}G`);
    if (end.rows > pos.rows) moveRows(this, pos.rows - end.rows);
    this.prevRows = pos.rows;
  },
  _insertString(c) {
    this._beforeEdit();
    if (this.isCompletionEnabled === false) { // more has come already: as Node, put it at the end and draw nothing else
      this.line += c;
      this.cursor += c.length;
      this._writeToOutput(c);
      return;
    }
    if (this.cursor < this.line.length) {
      this.line = this.line.slice(0, this.cursor) + c + this.line.slice(this.cursor);
      this.cursor += c.length;
      this._refreshLine();
    } else {
      const old = this.getCursorPos();
      this.line += c;
      this.cursor += c.length;
      if (this.getCursorPos().rows > old.rows) this._refreshLine(); else this._writeToOutput(c);
    }
  },
  _moveCursor(dx) {
    if (dx === 0) return;
    const old = this.getCursorPos();
    this.cursor = Math.min(Math.max(this.cursor + dx, 0), this.line.length);
    const now = this.getCursorPos();
    if (now.rows !== old.rows) { this._refreshLine(); return; }
    const n = now.cols - old.cols;
    if (n !== 0) put(this, n < 0 ? `\x1b[${-n}D` : `\x1b[${n}C`);
  },
  _beforeEdit() { this._undo.push([this.line, this.cursor]); if (this._undo.length > 2048) this._undo.shift(); this._redo.length = 0; },
  _change(line, cursor) { this._beforeEdit(); this.line = line; this.cursor = cursor; this._refreshLine(); },
  _kill(text) { if (text && this._ring[0] !== text) { this._ring.unshift(text); if (this._ring.length > 32) this._ring.pop(); } },
  _deleteLeft() { if (this.cursor > 0) { const n = lastLength(this.line, this.cursor); this._change(this.line.slice(0, this.cursor - n) + this.line.slice(this.cursor), this.cursor - n); } },
  _deleteRight() { if (this.cursor < this.line.length) { const n = nextLength(this.line, this.cursor); this._change(this.line.slice(0, this.cursor) + this.line.slice(this.cursor + n), this.cursor); } },
  _deleteWordLeft() { if (this.cursor > 0) { const n = wordsBack.exec(this.line.slice(0, this.cursor))[0].length; this._change(this.line.slice(0, this.cursor - n) + this.line.slice(this.cursor), this.cursor - n); } },
  _deleteWordRight() { if (this.cursor < this.line.length) { const n = words.exec(this.line.slice(this.cursor))[0].length; this._change(this.line.slice(0, this.cursor) + this.line.slice(this.cursor + n), this.cursor); } },
  _deleteLineLeft() { this._kill(this.line.slice(0, this.cursor)); this._change(this.line.slice(this.cursor), 0); },
  _deleteLineRight() { this._kill(this.line.slice(this.cursor)); this._change(this.line.slice(0, this.cursor), this.cursor); },
  _wordLeft() { if (this.cursor > 0) this._moveCursor(-wordsBack.exec(this.line.slice(0, this.cursor))[0].length); },
  _wordRight() { if (this.cursor < this.line.length) this._moveCursor(words.exec(this.line.slice(this.cursor))[0].length); },
  clearLine() { this._moveCursor(Infinity); this._writeToOutput('\r\n'); this.line = ''; this.cursor = 0; this.prevRows = 0; },
  _line() {
    const line = this._addHistory();
    this._undo.length = this._redo.length = 0;
    this.clearLine();
    this._onLine(line);
  },
  _addHistory() {
    if (this.line.length === 0) return '';
    if (this.historySize === 0 || this.line.trim().length === 0) return this.line;
    if (this.history.length === 0 || this.history[0] !== this.line) {
      if (this.removeHistoryDuplicates) { const i = this.history.indexOf(this.line); if (i >= 0) this.history.splice(i, 1); }
      this.history.unshift(this.line);
      if (this.history.length > this.historySize) this.history.pop();
    }
    this.historyIndex = -1;
    const line = this.history[0];
    this.emit('history', this.history);
    return line;
  },
  _historyPrev() { this._historyStep(1); },
  _historyNext() { this._historyStep(-1); },
  _historyStep(d) {
    if (d > 0 ? this.history.length === 0 || this.historyIndex >= this.history.length : this.historyIndex < 0) return;
    this._beforeEdit();
    const search = this._typed ?? '';
    let i = this.historyIndex + d;
    while (i >= 0 && i < this.history.length && (!this.history[i].startsWith(search) || this.line === this.history[i])) i += d;
    this.line = i < 0 || i >= this.history.length ? search : this.history[i];
    this.historyIndex = i;
    this.cursor = this.line.length;
    this._refreshLine();
  },
  async _tabComplete(again) {
    this.pause();
    const text = this.line.slice(0, this.cursor);
    let value;
    try { value = await this.completer(text); } catch (e) { this._writeToOutput(`Tab completion error: ${require('internal/inspect').inspect(e)}`); return; } finally { this.resume(); }
    this._showCompletions(again, value);
  },
  _showCompletions(again, [found, on]) {
    if (!found || found.length === 0) return;
    const prefix = commonPrefix(found.filter((e) => e !== ''));
    if (prefix.startsWith(on) && prefix.length > on.length) { this._insertString(prefix.slice(on.length)); return; }
    if (!on.startsWith(prefix)) { this._change(this.line.slice(0, this.cursor - on.length) + prefix + this.line.slice(this.cursor), this.cursor - on.length + prefix.length); return; }
    if (!again) return;
    const widths = found.map((e) => getStringWidth(e)), width = Math.max(...widths) + 2;
    let per = Math.floor(this.columns / width) || 1;
    if (per === Infinity) per = 1;
    let out = '\r\n', col = 0, space = 0;
    found.forEach((e, i) => {
      if (e === '') { out += '\r\n'; col = space = 0; return; }
      if (col === per) { out += '\r\n'; col = space = 0; }
      out += ' '.repeat(space) + e;
      space = width - widths[i];
      col++;
    });
    if (col !== 0) out += '\r\n\r\n';
    this._writeToOutput(out);
    this._refreshLine();
  },
  _ttyWrite(s, key) {
    const previous = this._previousKey;
    key ||= {};
    this._previousKey = key;
    if ((!key.meta || key.name !== 'y') && this._yanking !== undefined) this._yanking = undefined;
    // Up and down look for lines that begin as what stands before the cursor.
    if ((key.name === 'up' || key.name === 'down') && !key.ctrl && !key.meta && !key.shift) this._typed ??= this.line.slice(0, this.cursor);
    else if (this._typed !== undefined) {
      this._typed = undefined;
      if (this.history.length === this.historyIndex) this.historyIndex = -1;
    }
    if (key.sequence === '\x1f' || key.ctrl && key.name === undefined && key.sequence === '\x1f') {
      if (this._undo.length > 0) { this._redo.push([this.line, this.cursor]); [this.line, this.cursor] = this._undo.pop(); this._refreshLine(); }
      return;
    }
    if (key.sequence === '\x1e') {
      if (this._redo.length > 0) { this._undo.push([this.line, this.cursor]); [this.line, this.cursor] = this._redo.pop(); this._refreshLine(); }
      return;
    }
    if (key.name === 'escape') return;
    if (key.ctrl && key.shift) {
      if (key.name === 'delete') this._deleteLineLeft();
      else if (key.name === 'backspace') this._deleteLineRight();
    } else if (key.ctrl) {
      switch (key.name) {
        case 'c':
          if (this.listenerCount('SIGINT') > 0) this.emit('SIGINT');
          else this.close();
          break;
        case 'h': this._deleteLeft(); break;
        case 'd':
          if (this.cursor === 0 && this.line.length === 0) this.close();
          else this._deleteRight();
          break;
        case 'u': this._deleteLineLeft(); break;
        case 'k': this._deleteLineRight(); break;
        case 'a': this._moveCursor(-Infinity); break;
        case 'e': this._moveCursor(Infinity); break;
        case 'b': this._moveCursor(-lastLength(this.line, this.cursor)); break;
        case 'f': this._moveCursor(nextLength(this.line, this.cursor)); break;
        case 'l':
          put(this, '\x1b[1;1H');
          put(this, '\x1b[0J');
          this.prevRows = 0;
          this._refreshLine();
          break;
        case 'n': this._historyNext(); break;
        case 'p': this._historyPrev(); break;
        case 'y':
          if (this._ring.length > 0) { this._yanking = 0; this._insertString(this._ring[0]); }
          break;
        case 'z':
          if (this.listenerCount('SIGTSTP') > 0) this.emit('SIGTSTP');
          else {
            process.once('SIGCONT', () => {
              if (!this.paused) { this.pause(); this.emit('SIGCONT'); }
              this._setRawMode(true);
              this._refreshLine();
            });
            this._setRawMode(false);
            process.kill(process.pid, 'SIGTSTP');
          }
          break;
        case 'w': case 'backspace': this._deleteWordLeft(); break;
        case 'delete': this._deleteWordRight(); break;
        case 'left': this._wordLeft(); break;
        case 'right': this._wordRight(); break;
      }
    } else if (key.meta) {
      switch (key.name) {
        case 'b': this._wordLeft(); break;
        case 'f': this._wordRight(); break;
        case 'd': case 'delete': this._deleteWordRight(); break;
        case 'backspace': this._deleteWordLeft(); break;
        case 'y':
          if (this._yanking !== undefined && this._ring.length > 1) {
            const last = this._ring[this._yanking].length;
            this._yanking = (this._yanking + 1) % this._ring.length;
            const next = this._ring[this._yanking];
            this._change(this.line.slice(0, this.cursor - last) + next + this.line.slice(this.cursor), this.cursor - last + next.length);
          }
          break;
      }
    } else {
      if (this._sawReturnAt && key.name !== 'enter') this._sawReturnAt = 0;
      switch (key.name) {
        case 'return':
          this._sawReturnAt = Date.now();
          this._line();
          break;
        case 'enter':
          if (this._sawReturnAt === 0 || Date.now() - this._sawReturnAt > this.crlfDelay) this._line();
          this._sawReturnAt = 0;
          break;
        case 'backspace': this._deleteLeft(); break;
        case 'delete': this._deleteRight(); break;
        case 'left': this._moveCursor(-lastLength(this.line, this.cursor)); break;
        case 'right': this._moveCursor(nextLength(this.line, this.cursor)); break;
        case 'home': this._moveCursor(-Infinity); break;
        case 'end': this._moveCursor(Infinity); break;
        case 'up': this._historyPrev(); break;
        case 'down': this._historyNext(); break;
        case 'tab':
          if (typeof this.completer === 'function' && this.isCompletionEnabled) {
            this._tabComplete(previous && previous.name === 'tab');
            break;
          }
        // falls through
        default:
          if (typeof s === 'string' && s) {
            let first = /\r\n|\n|\r/.exec(s);
            if (first === null) { this._insertString(s); break; }
            for (let rest = s; ;) {
              if (first === null) { if (rest) this._insertString(rest); break; }
              if (first.index > 0) this._insertString(rest.slice(0, first.index));
              this._line();
              rest = rest.slice(first.index + first[0].length);
              first = /\r\n|\n|\r/.exec(rest);
            }
          }
      }
    }
  },
};
exports.install = (proto) => { for (const [k, d] of Object.entries(Object.getOwnPropertyDescriptors(methods))) Object.defineProperty(proto, k, { ...d, enumerable: false }); };
