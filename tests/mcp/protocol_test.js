// Versions, broken messages, batches, the end of standard input: messages that the SDK never sends.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';

import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';

import { BINARY, RawSession, Server } from './support.js';

let server;

before(async () => {
  server = await Server.start();
});

after(async () => {
  await server?.stop();
});

const session = (...flags) => new RawSession('--endpoint', server.url, ...flags);

test('each version is spoken as it is', async () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const raw = session();
    assert.equal((await raw.initialize(version)).result.protocolVersion, version);
    raw.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const { tools } = (await raw.request('list', 'tools/list')).result;
    assert.equal(tools[0].annotations !== undefined, version >= '2025-03-26');
    const { result } = await raw.request(2, 'tools/call', { name: 'ListTables' });
    assert.deepEqual(result.structuredContent, version >= '2025-06-18' ? { TableNames: [] } : undefined);
    const batch = await raw.ask([
      { jsonrpc: '2.0', id: 3, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
      { jsonrpc: '2.0', id: 4, method: 'nonsense' },
    ]);
    if (version === '2025-03-26') assert.deepEqual([batch[0].result, batch[1].error.code], [{}, -32601]);
    else assert.equal(batch.error.code, -32600);
    assert.deepEqual(await raw.end(), { rest: [], code: 0 });
  }
});

test('a version that nobody knows is answered with the newest', async () => {
  const raw = session();
  assert.equal((await raw.initialize('2031-01-01')).result.protocolVersion, LATEST_PROTOCOL_VERSION);
  await raw.end();
});

test('before initialize only ping is answered', async () => {
  const raw = session();
  assert.equal((await raw.request(1, 'tools/list')).error.code, -32600);
  assert.deepEqual((await raw.request(2, 'ping')).result, {});
  assert.equal((await raw.request(3, 'initialize', {})).error.code, -32602);
  assert.ok((await raw.initialize('2025-11-25')).result);
  assert.equal((await raw.initialize('2025-11-25')).error.code, -32600);
  await raw.end();
});

test('broken messages are refused, and the session goes on', async () => {
  const raw = session();
  await raw.initialize('2025-11-25');
  const refused = async (line, code, id = null) => {
    const answer = await raw.ask(line);
    assert.deepEqual([answer.error.code, answer.id], [code, id], String(line));
  };
  await refused('{"jsonrpc": "2.0", "id": 1, "method"', -32700);
  await refused(Buffer.from([0x22, 0xff, 0x22]), -32700);
  await refused('7', -32600);
  await refused({ jsonrpc: '1.0', id: 1, method: 'ping' }, -32600, 1);
  await refused({ jsonrpc: '2.0', id: null, method: 'ping' }, -32600);
  await refused({ jsonrpc: '2.0', id: { a: 1 }, method: 'ping' }, -32600);
  await refused({ jsonrpc: '2.0', id: 2, method: 7 }, -32600, 2);
  await refused({ jsonrpc: '2.0', id: 3, method: 'ping', params: [] }, -32602, 3);
  await refused({ jsonrpc: '2.0', id: 4, method: 'tools/nonsense' }, -32601, 4);
  await refused({ jsonrpc: '2.0', id: 5, method: 'tools/call' }, -32602, 5);
  await refused({ jsonrpc: '2.0', id: 'six', method: 'tools/call', params: { name: 'nonsense' } }, -32602, 'six');
  const listing = { name: 'ListTables', arguments: [] };
  await refused({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: listing }, -32602, 7);
  await refused({ jsonrpc: '2.0', id: 8, method: 'tools/list', params: { cursor: 'x' } }, -32602, 8);
  await refused({ jsonrpc: '2.0', id: 9, method: 'resources/read' }, -32602, 9);
  await refused(`{"jsonrpc":"2.0","id":10,"method":"ping","params":${'['.repeat(100_000)}`, -32700);
  await refused('x'.repeat((64 << 20) + 1), -32600);
  // Notifications, answers without a request and blank lines get no answer.
  raw.say({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'ListTables' } });
  raw.say({ jsonrpc: '2.0', id: 11, result: {} });
  raw.say('');
  raw.say('{"jsonrpc": "2.0", "id": 12, "method": "ping"}\r');
  assert.equal((await raw.hear()).id, 12);
  assert.deepEqual(await raw.end(), { rest: [], code: 0 });
});

test('a last line without an end counts', async () => {
  const raw = session();
  raw.process.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  assert.deepEqual(await raw.end(), { rest: [{ jsonrpc: '2.0', id: 1, result: {} }], code: 0 });
});

test('wrong usage is a sentence on standard error', () => {
  for (const flags of [['--nonsense'], ['--universe', 'a/b'], ['--region', 'a\nb'], ['--max-characters', '1']]) {
    const { status, stdout, stderr } = spawnSync(BINARY, ['mcp', ...flags], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^stator mcp: .*; see stator mcp --help\.\n$/s);
  }
});
