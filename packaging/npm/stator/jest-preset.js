'use strict';
// `"preset": "stator"`: one server for the run, an empty universe before each test file.
module.exports = {
  testEnvironment: 'node',
  globalSetup: require.resolve('./jest/global-setup.js'),
  globalTeardown: require.resolve('./jest/global-teardown.js'),
  setupFiles: [require.resolve('./jest/setup.js')],
};
