'use strict';
// The notes, kept as one JSON file. A write goes to a temporary file first and is renamed into place,
// so that a reader never sees half of it.
const fs = require('node:fs');
const path = require('node:path');
const { EventEmitter } = require('node:events');

class Store extends EventEmitter {
  constructor(file) {
    super();
    this.file = path.resolve(file);
    this.notes = new Map();
    this.nextId = 1;
    this.load();
  }

  load() {
    let text;
    try {
      text = fs.readFileSync(this.file, 'utf8');
    } catch (err) {
      if (err.code !== 'ENOENT') throw err;
      return; // the first start: no notes yet
    }
    for (const note of JSON.parse(text)) {
      this.notes.set(note.id, note);
      if (note.id >= this.nextId) this.nextId = note.id + 1;
    }
  }

  save() {
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    const tmp = `${this.file}.tmp`;
    fs.writeFileSync(tmp, JSON.stringify([...this.notes.values()], null, 1) + '\n');
    fs.renameSync(tmp, this.file);
  }

  list({ tag, limit = 20 } = {}) {
    const out = [];
    for (const note of this.notes.values()) {
      if (tag && !note.tags.includes(tag)) continue;
      out.push(note);
      if (out.length >= limit) break;
    }
    return out;
  }

  get(id) {
    return this.notes.get(id);
  }

  add({ title, body = '', tags = [] }) {
    if (typeof title !== 'string' || title.trim() === '') throw new TypeError('title is required');
    const note = { id: this.nextId++, title: title.trim(), body: String(body), tags: tags.map(String) };
    this.notes.set(note.id, note);
    this.save();
    this.emit('change', { type: 'added', note });
    return note;
  }

  delete(id) {
    const note = this.notes.get(id);
    if (!note) return false;
    this.notes.delete(id);
    this.save();
    this.emit('change', { type: 'deleted', id });
    return true;
  }
}

module.exports = { Store };
