'use strict';
// node:stream/promises
const { finishedPromise } = require('internal/streams/finished');
const { pipelinePromise } = require('internal/streams/pipeline');

exports.finished = finishedPromise;
exports.pipeline = pipelinePromise;
