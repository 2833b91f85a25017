// The library of the stream scenarios: workers sharing the shards of a stream, taking over from
// each other, and reading parents before their children.

import assert from 'node:assert/strict';

import { UpdateCommand, paginateScan } from '@aws-sdk/lib-dynamodb';

import { WORKER_COUNT, race, sequence } from './harness.js';
import { FAILOVER_SECONDS, SHARD_END, drain } from './stream_consumer.js';
import {
  follow,
  readWhile,
  reader,
  readers,
  shards,
  streamScenario,
  switchStream,
} from './stream_harness.js';
import * as tables from './tables.js';

const TABLE_NAME = 'counters';
const LOG_TABLE = 'counter_log';
const COPY_TABLE = 'counter_copy';

// The table with its stream, a log of all its changes, and a copy made from the stream.
async function createTables(client) {
  const stream = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
  for (const [TableName, options] of [
    [TABLE_NAME, { StreamSpecification: stream }],
    [LOG_TABLE, {}],
    [COPY_TABLE, {}],
  ]) {
    await tables.create(client, {
      TableName,
      AttributeDefinitions: tables.definitions({ id: 'S' }),
      KeySchema: tables.keySchema('id'),
      BillingMode: 'PAY_PER_REQUEST',
      ...options,
    });
  }
}

// Logs a change under its sequence number, and changes the copy from the old value to the new. A
// record that is processed twice would find its own entry; one that is missed or out of order would
// find another value in the copy. Either would cancel the transaction.
function process({ eventName, dynamodb }) {
  const counter = dynamodb.Keys.id.S;
  const [from, to] = [dynamodb.OldImage, dynamodb.NewImage].map((image) =>
    Number(image?.value.N ?? 0),
  );
  const entry = { id: dynamodb.SequenceNumber, counter, event: eventName, from, to };
  const copyCondition = from > 0 ? '#value = :from' : 'attribute_not_exists(id) OR #value = :from';
  return [
    {
      Put: {
        TableName: LOG_TABLE,
        Item: entry,
        ConditionExpression: 'attribute_not_exists(id)',
      },
    },
    {
      Update: {
        TableName: COPY_TABLE,
        Key: { id: counter },
        UpdateExpression: 'SET #value = :to',
        ConditionExpression: copyCondition,
        ExpressionAttributeNames: { '#value': 'value' },
        ExpressionAttributeValues: { ':from': from, ':to': to },
      },
    },
  ];
}

const streamTest = streamScenario(
  'counter-readers',
  () => ({ process }),
  async (it) => {
    await createTables(it.client);
    await follow(it, TABLE_NAME);
  },
);

async function countUp(it, id, times = 1) {
  const request = {
    TableName: TABLE_NAME,
    Key: { id },
    UpdateExpression: 'ADD #value :one',
    ExpressionAttributeNames: { '#value': 'value' },
    ExpressionAttributeValues: { ':one': 1 },
  };
  for (let time = 0; time < times; time += 1) await it.client.send(new UpdateCommand(request));
}

function scan(it, TableName) {
  const request = { TableName, ConsistentRead: true };
  return tables.rows(paginateScan({ client: it.client }, request));
}

// The changes of each counter as [event, from, to], in the order of sequence numbers.
async function log(it) {
  const entries = await scan(it, LOG_TABLE);
  entries.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  const changes = {};
  for (const { counter, event, from, to } of entries) {
    (changes[counter] ??= []).push([event, from, to]);
  }
  return changes;
}

// Asserts that the log contains each counter's way from 0 to its value, and that the copy agrees.
async function assertCounted(it, counts) {
  const expected = Object.fromEntries(
    Object.entries(counts).map(([id, count]) => [
      id,
      sequence(count, (n) => [n === 0 ? 'INSERT' : 'MODIFY', n, n + 1]),
    ]),
  );
  assert.deepEqual(await log(it), expected);
  for (const tableName of [COPY_TABLE, TABLE_NAME]) {
    const rows = await scan(it, tableName);
    assert.deepEqual(Object.fromEntries(rows.map((row) => [row.id, row.value])), counts);
  }
}

async function owners(it) {
  const leases = await it.leases.ofStream(it.streamArn);
  return leases.map((lease) => lease.leaseOwner);
}

streamTest('racing readers read each change once', async (it) => {
  const ids = sequence(2 * WORKER_COUNT, (number) => `c${number}`);
  const all = (count) => Object.fromEntries(ids.map((id) => [id, count]));
  const write = async (worker) => {
    const own = ids.filter((_, index) => index % WORKER_COUNT === worker);
    for (let round = 0; round < 5; round += 1) for (const id of own) await countUp(it, id);
  };
  await readWhile(await readers(it, 4), () => race(write));
  await assertCounted(it, all(5));
  const stopped = new Set(await owners(it));
  await it.checkpoint();
  await race(write);
  // The old readers have stopped; the new ones need a while to be sure of it.
  const successors = [reader(it, 'successor-1'), reader(it, 'successor-2')];
  assert.equal(await drain(...successors), 0);
  it.clock.advance(FAILOVER_SECONDS + 1);
  assert.equal(await drain(...successors), 5 * ids.length);
  await assertCounted(it, all(10));
  assert(!(await owners(it)).some((owner) => stopped.has(owner)));
});

streamTest('a reader resumes from its checkpoint', async (it) => {
  for (const id of ['a', 'b', 'c']) await countUp(it, id, 3);
  assert.equal(await drain(reader(it)), 9);
  await countUp(it, 'a', 4);
  await it.checkpoint();
  // The same worker starts again: the records before its checkpoints are not read again.
  const restarted = reader(it);
  assert.equal(await drain(restarted), 4);
  await countUp(it, 'b');
  assert.equal(await drain(restarted), 1);
  assert.equal(await drain(restarted), 0);
  await assertCounted(it, { a: 7, b: 4, c: 3 });
});

streamTest('a deposed reader changes nothing', async (it) => {
  await countUp(it, 'a', 2);
  const deposed = reader(it, 'deposed');
  await drain(deposed);
  const successor = reader(it, 'successor');
  await drain(successor);
  it.clock.advance(FAILOVER_SECONDS + 1);
  await drain(successor);
  await countUp(it, 'a', 2);
  // The deposed reader still has its iterators, but no longer the leases.
  assert.equal(await drain(deposed), 0);
  assert.equal(await drain(successor), 2);
  await assertCounted(it, { a: 4 });
});

streamTest('a disabled stream is read to its end', async (it) => {
  await countUp(it, 'a', 3);
  assert.equal(await drain(reader(it)), 3);
  await countUp(it, 'a', 2);
  await countUp(it, 'b', 30);
  await switchStream(it, TABLE_NAME, { StreamEnabled: false });
  await it.checkpoint();
  for (const shard of await shards(it)) assert(shard.SequenceNumberRange.EndingSequenceNumber);
  assert.equal(await drain(reader(it)), 32);
  await assertCounted(it, { a: 5, b: 30 });
  for (const lease of await it.leases.ofStream(it.streamArn)) {
    assert.equal(lease.checkpoint, SHARD_END);
  }
  assert.equal(await drain(reader(it, 'another')), 0);
});

// Makes the client see each shard as the child of the one before it in `order`. Returns an array
// that the client then fills with the shards that it requests iterators for.
function rewriteLineage(streams, order) {
  const asked = [];
  streams.middlewareStack.add(
    (next, context) => async (request) => {
      const response = await next(request);
      if (context.commandName === 'GetShardIteratorCommand') asked.push(request.input.ShardId);
      for (const shard of response.output.StreamDescription?.Shards ?? []) {
        const index = order.indexOf(shard.ShardId);
        if (index > 0) shard.ParentShardId = order[index - 1];
      }
      return response;
    },
    { step: 'initialize' },
  );
  return asked;
}

streamTest('parents are read before their children', async (it) => {
  for (const number of sequence(40)) await countUp(it, `c${number}`);
  await switchStream(it, TABLE_NAME, { StreamEnabled: false });
  await it.checkpoint();
  const order = (await shards(it)).map((shard) => shard.ShardId).reverse();
  const asked = rewriteLineage(it.streams, order);
  assert.equal(await drain(reader(it, 'one'), reader(it, 'two')), 40);
  assert.deepEqual(asked, order);
});
