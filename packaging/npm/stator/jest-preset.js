'use strict';
// `"preset": "stator"`: one server for the run, and an empty universe for each test file.
module.exports = {
  testEnvironment: 'node',
  globalSetup: require.resolve('./jest/global-setup.js'),
  globalTeardown: require.resolve('./jest/global-teardown.js'),
  setupFiles: [require.resolve('./jest/setup.js')],
};
