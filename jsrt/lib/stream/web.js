'use strict';
// node:stream/web
const { fromNodeReadable, fromNodeWritable, ...rest } = require('internal/webstreams');
module.exports = rest;
