'use strict';
// node:inspector: there is no debugger to reach.
const { codes: { ERR_METHOD_NOT_IMPLEMENTED }, notImplemented } = require('internal/errors');
class Session extends require('events') {
  constructor() { throw new ERR_METHOD_NOT_IMPLEMENTED('inspector.Session'); }
}
module.exports = { url: () => undefined, open: notImplemented('inspector.open'), close() {}, waitForDebugger: notImplemented('inspector.waitForDebugger'), console, Session, Network: {} };
