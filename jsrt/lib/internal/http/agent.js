'use strict';
// http.Agent: the sockets of a client, reused and limited by name (host:port:localAddress).
const EventEmitter = require('events');
const net = require('net');
const { codes } = require('internal/http/common');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  EventEmitter.call(this);
  this.defaultPort = 80;
  this.protocol = 'http:';
  this.options = { __proto__: null, ...options };
  if (this.options.noDelay === undefined) this.options.noDelay = true;
  this.options.path = null;
  this.requests = Object.create(null);
  this.sockets = Object.create(null);
  this.freeSockets = Object.create(null);
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Infinity;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets === undefined ? Infinity : this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  if (this.scheduling !== 'fifo' && this.scheduling !== 'lifo') throw new codes.ERR_INVALID_ARG_VALUE('scheduling', this.scheduling, "must be one of: 'fifo', 'lifo'");
  if (typeof this.maxTotalSockets !== 'number' || !(this.maxTotalSockets > 0)) throw new codes.ERR_OUT_OF_RANGE('maxTotalSockets', '> 0', this.maxTotalSockets);
  this.on('free', (socket, options) => this._onFree(socket, options));
}
Object.setPrototypeOf(Agent.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Agent, EventEmitter);
Agent.defaultMaxSockets = Infinity;

Agent.prototype.createConnection = net.createConnection;

Agent.prototype.getName = function(options = {}) {
  let name = `${options.host || 'localhost'}:${options.port || ''}:${options.localAddress || ''}`;
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  if (options.socketPath) name += `:${options.socketPath}`;
  return name;
};

Agent.prototype._onFree = function(socket, options) {
  const name = this.getName(options);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const queue = this.requests[name];
  if (queue && queue.length) {
    const req = queue.shift();
    if (queue.length === 0) delete this.requests[name];
    hand(this, req, socket);
    return;
  }
  const req = socket._httpMessage;
  if (!req || !req.shouldKeepAlive || !this.keepAlive) {
    socket.destroy();
    return;
  }
  const free = this.freeSockets[name] || [];
  const count = free.length + (this.sockets[name] ? this.sockets[name].length : 0);
  if (this.totalSocketCount > this.maxTotalSockets || count > this.maxSockets || free.length >= this.maxFreeSockets || !this.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  this.freeSockets[name] = free;
  socket._httpMessage = null;
  this.removeSocket(socket, options);
  if (!socket._agentErrorHook) {
    socket._agentErrorHook = () => {};
    socket.on('error', socket._agentErrorHook);
  }
  free.push(socket);
};

Agent.prototype.keepSocketAlive = function(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout = this.options.timeout || 0;
  const hint = socket._keepAliveHint;
  if (hint !== undefined) {
    if (hint === 0) return false;
    if (timeout === 0 || hint < timeout) timeout = hint;
  }
  if (socket.timeout !== timeout) socket.setTimeout(timeout);
  if (timeout > 0 && !socket._agentTimeoutHook) {
    socket._agentTimeoutHook = () => {
      for (const list of Object.values(this.freeSockets)) {
        if (list.includes(socket)) {
          socket.destroy();
          return;
        }
      }
    };
    socket.on('timeout', socket._agentTimeoutHook);
  }
  return true;
};

Agent.prototype.reuseSocket = function(socket, req) {
  req.reusedSocket = true;
  socket.ref();
};

Agent.prototype.addRequest = function(req, options) {
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  const name = this.getName(options);
  if (!this.sockets[name]) this.sockets[name] = [];
  const free = this.freeSockets[name];
  let socket;
  if (free) {
    while (free.length && free[0].destroyed) free.shift();
    socket = this.scheduling === 'fifo' ? free.shift() : free.pop();
    if (!free.length) delete this.freeSockets[name];
  }
  const freeLen = free ? free.length : 0;
  const sockLen = freeLen + this.sockets[name].length;
  if (socket) {
    this.reuseSocket(socket, req);
    hand(this, req, socket);
    this.sockets[name].push(socket);
  } else if (sockLen < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(req, options, (err, sock) => {
      if (err) req.onSocket(sock, err);
      else hand(this, req, sock);
    });
  } else {
    (this.requests[name] = this.requests[name] || []).push(req);
    req._agentOptions = options;
  }
};

Agent.prototype.createSocket = function(req, options, cb) {
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  const name = this.getName(options);
  options.encoding = null;
  let done = false;
  const oncreate = (err, s) => {
    if (done) return;
    done = true;
    if (err) {
      cb(err);
      return;
    }
    if (!this.sockets[name]) this.sockets[name] = [];
    this.sockets[name].push(s);
    this.totalSocketCount++;
    install(this, s, options);
    cb(null, s);
  };
  const made = this.createConnection(options, oncreate);
  if (made) oncreate(null, made);
};

function install(agent, s, options) {
  const onFree = () => agent.emit('free', s, options);
  const onClose = () => {
    agent.totalSocketCount--;
    agent.removeSocket(s, options);
  };
  s.on('free', onFree);
  s.on('close', onClose);
  s.on('agentRemove', function onRemove() {
    agent.totalSocketCount--;
    agent.removeSocket(s, options);
    s.removeListener('close', onClose);
    s.removeListener('free', onFree);
    s.removeListener('agentRemove', onRemove);
  });
}

Agent.prototype.removeSocket = function(s, options) {
  const name = this.getName(options);
  const sets = [this.sockets];
  if (!s.writable) sets.push(this.freeSockets);
  for (const set of sets) {
    const list = set[name];
    if (!list) continue;
    const i = list.indexOf(s);
    if (i !== -1) {
      list.splice(i, 1);
      if (list.length === 0) delete set[name];
    }
  }
  let req;
  if (this.requests[name] && this.requests[name].length) {
    req = this.requests[name][0];
  } else {
    for (const prop of Object.keys(this.requests)) {
      if (this.sockets[prop] && this.sockets[prop].length) break;
      req = this.requests[prop][0];
      options = req._agentOptions;
      break;
    }
  }
  if (req && options) {
    const total = (this.freeSockets[name] || []).length + (this.sockets[name] || []).length;
    if (total >= this.maxSockets) return;
    this.createSocket(req, options, (err, socket) => {
      if (err) req.onSocket(null, err);
      else socket.emit('free');
    });
  }
};

Agent.prototype.destroy = function() {
  for (const set of [this.freeSockets, this.sockets]) {
    for (const key of Object.keys(set)) for (const s of set[key].slice()) s.destroy();
  }
};

function hand(agent, req, socket) {
  if (socket._agentErrorHook) {
    socket.removeListener('error', socket._agentErrorHook);
    socket._agentErrorHook = null;
  }
  req.onSocket(socket);
  const timeout = agent.options.timeout || 0;
  if (req.timeout === undefined && socket.timeout !== timeout) socket.setTimeout(timeout);
}

const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

module.exports = { Agent, globalAgent };
