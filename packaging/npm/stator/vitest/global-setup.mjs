// For `globalSetup` of Vitest: one server for the run.
import workers from '../lib/workers.js';

let server;

export async function setup() {
  server = await workers.startForRun(workers.optionsOfRun());
}

export async function teardown() {
  await server?.stop();
}
