// Servers that stop, come back, or have their admin API elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Server, connect, jsonOf, textOf } from './support.js';

test('a server that is gone may come back', async () => {
  let server = await Server.start();
  const { port, url } = server;
  const assistant = await connect(['--endpoint', url]);
  const list = () => assistant.callTool({ name: 'ListTables' });
  assert.deepEqual(jsonOf(await list()).TableNames, []);
  await server.stop();
  const refused = await list();
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, new RegExp(`^no server answers at ${url} .*start one with 'stator'`));
  assert.equal((await assistant.listTools()).tools.length > 20, true);
  assert.equal((await assistant.listResources()).resources.length, 3);
  await assert.rejects(assistant.readResource({ uri: 'stator://tables' }), { code: -32603 });
  server = await Server.start('--port', port);
  assert.deepEqual(jsonOf(await list()).TableNames, []);
  await assistant.close();
  await server.stop();
});

test('without --endpoint the environment says where the server is', async () => {
  const server = await Server.start();
  for (const settings of [{ STATOR_ENDPOINT: server.url }, { STATOR_PORT: server.port }]) {
    const assistant = await connect([], settings);
    assert.deepEqual(jsonOf(await assistant.callTool({ name: 'ListTables' })).TableNames, []);
    await assistant.close();
  }
  await server.stop();
});

test('tables can be read where the admin API is elsewhere', async () => {
  const server = await Server.start('--no-admin');
  const assistant = await connect(['--endpoint', server.url]);
  assert.deepEqual(jsonOf(await assistant.callTool({ name: 'ListTables' })).TableNames, []);
  const clock = await assistant.callTool({ name: 'getClock' });
  assert.equal(clock.isError, true);
  assert.match(clock.content[0].text, /--no-admin/);
  await assistant.close();
  await server.stop();
});

test('metrics are text', async () => {
  const server = await Server.start();
  const assistant = await connect(['--endpoint', `${server.url}/`]);
  assert.match(textOf(await assistant.callTool({ name: 'getMetrics' })), /^# /);
  await assistant.close();
  await server.stop();
});
