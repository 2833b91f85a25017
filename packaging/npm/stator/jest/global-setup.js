'use strict';
const { optionsOfRun, startForRun } = require('../lib/workers.js');

module.exports = async () => {
  globalThis.__STATOR__ = await startForRun(optionsOfRun());
};
