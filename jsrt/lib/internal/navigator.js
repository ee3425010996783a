'use strict';
exports.navigator = { hardwareConcurrency: 1, language: 'en-US', languages: ['en-US'], platform: 'linux', userAgent: `Node.js/${process.versions.node.split('.')[0]}` };
