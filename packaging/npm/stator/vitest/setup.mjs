// For `setupFiles` of Vitest, which run before each test file: an empty universe for its worker.
import workers from '../lib/workers.js';

await workers.enterUniverse(process.env.VITEST_POOL_ID ?? process.env.VITEST_WORKER_ID ?? process.pid);
