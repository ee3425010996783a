'use strict';
// addAbortSignal(): ties the life of a stream to a signal.
const { codes } = require('internal/streams/errors');

function addAbortSignal(signal, stream) {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal)) {
    throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  }
  const { finished, isNodeStream } = require('internal/streams/finished');
  if (!isNodeStream(stream)) throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  const onAbort = () => {
    const { AbortError } = require('internal/errors');
    stream.destroy(new AbortError(undefined, { cause: signal.reason }));
  };
  if (signal.aborted) {
    onAbort();
  } else {
    signal.addEventListener('abort', onAbort, { once: true });
    finished(stream, () => signal.removeEventListener('abort', onAbort));
  }
  return stream;
}

exports.addAbortSignal = addAbortSignal;
