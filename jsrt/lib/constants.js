'use strict';
const os = require('os').constants;
module.exports = Object.assign({}, os.errno, os.signals, os.priority);
