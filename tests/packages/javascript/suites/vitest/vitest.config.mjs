export default {
  test: {
    globalSetup: 'stator/vitest',
    setupFiles: 'stator/vitest/setup',
    globals: true,
    maxWorkers: 2,
    minWorkers: 1,
  },
};
