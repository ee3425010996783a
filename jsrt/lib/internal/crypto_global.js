'use strict';
exports.crypto = require('crypto').webcrypto;
