'use strict';
// The constants of os, fs and crypto in one object, as old programs expect them.
const os = require('os').constants;
module.exports = Object.assign({}, os.dlopen, os.errno, os.signals, os.priority, require('fs').constants, require('crypto').constants);
