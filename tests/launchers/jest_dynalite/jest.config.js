// The advanced setup of jest-dynalite, without the environment that would start dynalite.
module.exports = {
  setupFiles: ['./setupBeforeEnv.js'],
  setupFilesAfterEnv: ['jest-dynalite/setupTables', 'jest-dynalite/clearAfterEach'],
};
