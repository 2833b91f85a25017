// For `setupFiles` of Vitest, which run before each test file: creates an empty universe for the
// worker.
import workers from '../lib/workers.js';

await workers.enterUniverse(process.env.VITEST_POOL_ID ?? process.env.VITEST_WORKER_ID ?? process.pid);
