'use strict';
// URL.createObjectURL: blobs by name, as long as the program runs.
const blobs = new Map();
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
exports.create = (obj) => {
  if (!(obj instanceof Blob)) throw new ERR_INVALID_ARG_TYPE('obj', 'Blob', obj);
  const id = `blob:nodedata:${require('crypto').randomUUID()}`;
  blobs.set(id, obj);
  return id;
};
exports.revoke = (url) => { blobs.delete(`${url}`); };
exports.resolve = (url) => { const b = blobs.get(`${url}`); return b === undefined ? undefined : b.slice(0, b.size, b.type); };
