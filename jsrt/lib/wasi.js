'use strict';
// node:wasi is not there: programs for WASI run as commands of the box.
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
exports.WASI = class WASI { constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('wasi.WASI'); } };
