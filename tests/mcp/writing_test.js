// Nothing changes without --write; what changes with it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { ALBUMS, ARTIST, MUSIC, Server, albumKey, connect, jsonOf } from './support.js';

let server;
let reader;
let writer;

before(async () => {
  server = await Server.start();
  await server.fill();
  reader = await connect(['--endpoint', server.url]);
  writer = await connect(['--endpoint', server.url, '--write']);
});

after(async () => {
  await reader?.close();
  await writer?.close();
  await server?.stop();
});

const write = async (name, args = {}) => jsonOf(await writer.callTool({ name, arguments: args }));
const count = async () => (await server.ask('Scan', { TableName: MUSIC, Select: 'COUNT' })).Count;

test('a tool that changes something is refused to a reader', async () => {
  const readable = new Set((await reader.listTools()).tools.map((tool) => tool.name));
  const { tools } = await writer.listTools();
  const changing = tools.filter((tool) => !readable.has(tool.name));
  assert.ok(changing.length > 40, `${changing.length} tools change something`);
  for (const { name, annotations } of changing) {
    assert.equal(annotations.readOnlyHint, false, name);
    await assert.rejects(reader.callTool({ name, arguments: {} }), /start 'stator mcp --write'/, name);
  }
  await assert.rejects(reader.callTool({ name: 'PutItme', arguments: {} }), /there is no tool 'PutItme'; tools\/list/);
});

test('a reader has SELECT alone', async () => {
  const where = `WHERE artist = '${ARTIST}' AND album = 7`;
  const deletion = { Statement: `DELETE FROM "${MUSIC}" ${where}` };
  const selection = { Statement: `SELECT * FROM "${MUSIC}" ${where}` };
  const attempts = {
    ExecuteStatement: [deletion, { Statement: ` /* SELECT */ ${deletion.Statement}` }, { Statement: '"' }],
    BatchExecuteStatement: [{ Statements: [selection, deletion] }],
    ExecuteTransaction: [{ TransactStatements: [deletion] }],
  };
  for (const [name, requests] of Object.entries(attempts)) {
    for (const request of requests) {
      const refused = await reader.callTool({ name, arguments: request });
      assert.equal(refused.isError, true);
      assert.match(refused.content[0].text, /only SELECT is allowed/);
    }
  }
  assert.equal(await count(), ALBUMS);
});

test('a writer changes items', async () => {
  await write('PutItem', { TableName: MUSIC, Item: { ...albumKey(1000), title: { S: 'Night Reign' } } });
  assert.equal(await count(), ALBUMS + 1);
  await write('ExecuteStatement', { Statement: `DELETE FROM "${MUSIC}" WHERE artist = '${ARTIST}' AND album = 1000` });
  assert.equal(await count(), ALBUMS);
  const refused = await writer.callTool({
    name: 'PutItem',
    arguments: { TableName: MUSIC, Item: albumKey(7), ConditionExpression: 'attribute_not_exists(artist)' },
  });
  assert.match(refused.structuredContent.__type, /#ConditionalCheckFailedException$/);
  const arn = (await server.ask('DescribeTable', { TableName: MUSIC })).Table.TableArn;
  const tagged = await writer.callTool({
    name: 'TagResource',
    arguments: { ResourceArn: arn, Tags: [{ Key: 'team', Value: 'blue' }] },
  });
  assert.equal(tagged.content[0].text, 'Done.');
});

test('a writer works the laboratory', async () => {
  await write('freezeClock', { at: '2026-01-01T00:00:00Z' });
  assert.equal((await write('advanceClock', { by: '48h' })).now, '2026-01-03T00:00:00.000Z');
  await write('followClock');
  await write('putConsistency', { mode: 'lagged', lag: 500 });
  assert.equal((await write('getConsistency')).mode, 'lagged');
  await write('addFaults', { name: 'first', match: { operation: 'PutItem' }, fault: 'drop=after' });
  assert.equal((await write('getFaults')).rules[0].name, 'first');
  await write('deleteFault', { name: 'first' });
  assert.deepEqual((await write('getFaults')).rules, []);
  await write('putJournalSettings', { on: true });
  assert.equal((await write('getJournalSettings')).on, true);
  await write('createSnapshot', { name: 'before' });
});

test('a writer forks a universe and changes that one alone', async () => {
  await write('forkUniverse', { universe: 'default', name: 'trial' });
  await write('DeleteTable', { TableName: MUSIC, universe: 'trial' });
  assert.deepEqual((await write('ListTables', { universe: 'trial' })).TableNames, []);
  await write('freezeClock', { universe: 'trial' });
  assert.equal((await write('getClock', { universe: 'trial' })).mode, 'frozen');
  assert.equal((await write('getClock')).mode, 'follow');
  assert.equal(await count(), ALBUMS);
  await write('deleteUniverse', { universe: 'trial' });
});
