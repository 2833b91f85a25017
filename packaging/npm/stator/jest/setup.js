'use strict';
const { enterUniverse } = require('../lib/workers.js');

module.exports = () => enterUniverse(process.env.JEST_WORKER_ID ?? process.pid);
