'use strict';
// node:v8. The engine is not V8: sizes are the limit that the box gives the program and what the host's whole heap shows.
const { notImplemented } = require('internal/errors');
const limit = () => internalBinding('core').heapLimit();

function getHeapStatistics() {
  const used = process.memoryUsage().heapUsed;
  return {
    total_heap_size: used, total_heap_size_executable: 0, total_physical_size: used, total_available_size: Math.max(0, limit() - used),
    used_heap_size: used, heap_size_limit: limit(), malloced_memory: 0, peak_malloced_memory: 0, does_zap_garbage: 0,
    number_of_native_contexts: 1, number_of_detached_contexts: 0, total_global_handles_size: 0, used_global_handles_size: 0, external_memory: 0,
  };
}
module.exports = {
  getHeapStatistics, getHeapSpaceStatistics: () => [], cachedDataVersionTag: () => 0, setFlagsFromString() {},
  getHeapCodeStatistics: () => ({ code_and_metadata_size: 0, bytecode_and_metadata_size: 0, external_script_source_size: 0, cpu_profiler_metadata_size: 0 }),
  startupSnapshot: { isBuildingSnapshot: () => false, addSerializeCallback: notImplemented('v8.startupSnapshot'), addDeserializeCallback: notImplemented('v8.startupSnapshot'), setDeserializeMainFunction: notImplemented('v8.startupSnapshot') },
};
Object.assign(module.exports, { serialize: (v) => require('internal/serdes').serialize(v), deserialize: (b) => require('internal/serdes').deserialize(b) });
for (const name of ['Serializer', 'Deserializer', 'DefaultSerializer', 'DefaultDeserializer']) Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get: () => require('internal/serializer')[name] });
for (const name of ['writeHeapSnapshot', 'getHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'takeCoverage', 'stopCoverage', 'queryObjects']) {
  module.exports[name] = notImplemented(`v8.${name}`);
}
