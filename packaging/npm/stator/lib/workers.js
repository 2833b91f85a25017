'use strict';
// One server for a whole test run, and a universe for each of its workers.
const { start } = require('./index.js');

// Starts the server and stores its address in the environment, which workers inherit.
async function startForRun(options) {
  const server = await start(options);
  Object.assign(process.env, server.env(), { STATOR_ENDPOINT: server.endpoint });
  return server;
}

// Creates an empty universe for the tests of this worker, with the worker's name. SDKs find it
// through the environment.
async function enterUniverse(worker) {
  const root = process.env.STATOR_ENDPOINT;
  if (!root) throw new Error('no server was started for this run: add the global setup of stator.');
  const name = `worker-${worker}`;
  const universes = `${root}/_stator/v1/universes`;
  const token = process.env.STATOR_ADMIN_TOKEN;
  const headers = token ? { 'X-Stator-Admin-Token': token } : {};
  const made = await fetch(universes, { method: 'POST', headers, body: JSON.stringify({ name }) });
  if (made.status === 409) await expectOk(await fetch(`${universes}/${name}/reset`, { method: 'POST', headers }));
  else await expectOk(made);
  const endpoint = `${root}/u/${name}`;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS = endpoint;
}

async function expectOk(reply) {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`stator answered ${reply.status}: ${text}`);
}

// Reads STATOR_ARGS="--hostile rough" for the server of a test run.
function optionsOfRun() {
  return { args: (process.env.STATOR_ARGS ?? '').split(/\s+/).filter(Boolean) };
}

module.exports = { startForRun, enterUniverse, optionsOfRun };
