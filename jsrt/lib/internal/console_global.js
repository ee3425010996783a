'use strict';
exports.console = require('console');
