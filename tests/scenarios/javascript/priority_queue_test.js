// Scenario 1, a priority queue: life of an item through two sparse indexes, versions, consumers
// that race.

import assert from 'node:assert/strict';

import {
  BatchWriteItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { WORKER_COUNT, isStale, race, refused, scenario, sequence, stale } from './harness.js';
import {
  DLQ_INDEX,
  PAGE_LIMIT,
  PriorityQueue,
  QUEUED_INDEX,
  ShipmentNotFound,
  TABLE_NAME,
  createTable,
} from './priority_queue.js';
import * as tables from './tables.js';

const DATA = {
  items: [
    { sku: 'Item-1', packed: true },
    { sku: 'Item-2', packed: false },
  ],
  weight: 12,
  note: null,
};

const queueTest = scenario(
  (deployment, clock) => {
    const client = deployment.client();
    return { client, queue: new PriorityQueue(client, clock) };
  },
  (it) => createTable(it.client),
);

async function enqueueNew(it, ...ids) {
  for (const id of ids) {
    await it.queue.put(id, DATA);
    await it.queue.enqueue(id);
  }
}

async function indexRows(it, IndexName, attribute) {
  const request = {
    TableName: TABLE_NAME,
    IndexName,
    KeyConditionExpression: '#hash = :one',
    ExpressionAttributeNames: { '#hash': attribute },
    ExpressionAttributeValues: { ':one': { N: '1' } },
  };
  return (await it.client.send(new QueryCommand(request))).Items.map((item) => unmarshall(item));
}

// Asserts which shipments are in the two indexes, in which order, each as the table has it.
async function assertIndexes(it, { queued = [], dlq = [] }) {
  for (const [index, attribute, expected] of [
    [QUEUED_INDEX, 'queued', queued],
    [DLQ_INDEX, 'DLQ', dlq],
  ]) {
    const stored = await Promise.all(expected.map((id) => it.queue.get(id)));
    assert.deepEqual(await indexRows(it, index, attribute), stored);
    const scan = new ScanCommand({ TableName: TABLE_NAME, IndexName: index, Select: 'COUNT' });
    assert.equal((await it.client.send(scan)).Count, expected.length);
  }
}

async function assertSystemInfo(it, shipment, expected) {
  assert.deepEqual(shipment, await it.queue.get(shipment.id), 'ALL_NEW is what is stored');
  const names = Object.keys(expected);
  const actual = Object.fromEntries(names.map((name) => [name, shipment.system_info[name]]));
  assert.deepEqual(actual, expected);
}

queueTest('put stores a shipment outside both queues', async (it) => {
  const shipment = await it.queue.put('A-101', DATA);
  await it.checkpoint();
  await assertSystemInfo(it, shipment, { version: 1, status: 'UNDER_CONSTRUCTION', queued: 0 });
  assert.deepEqual((await it.queue.get('A-101')).data, DATA);
  await assertIndexes(it, {});
  assert.equal(await it.queue.peek(), undefined);
  assert.equal(await it.queue.dequeue(), undefined);
});

queueTest('a shipment goes from construction to completion', async (it) => {
  await it.queue.put('A-101', DATA);
  const ready = await it.queue.updateStatus('A-101', 'READY_TO_SHIP');
  await assertSystemInfo(it, ready, { version: 2, status: 'READY_TO_SHIP' });
  await assertIndexes(it, {});
  const queued = await it.queue.enqueue('A-101');
  await assertSystemInfo(it, queued, { version: 3, queued: 1, queue_selected: false });
  assert.equal(queued.queued, 1);
  assert.equal(queued.system_info.queue_added_timestamp, queued.last_updated_timestamp);
  await assertIndexes(it, { queued: ['A-101'] });
  await it.checkpoint();
  const peeked = await it.queue.peek();
  await assertSystemInfo(it, peeked, {
    version: 4,
    status: 'PROCESSING_SHIPMENT',
    queued: 1,
    queue_selected: true,
  });
  assert('peek_utc_timestamp' in peeked.system_info);
  await assertIndexes(it, { queued: ['A-101'] });
  await it.checkpoint();
  const removed = await it.queue.remove('A-101');
  await assertSystemInfo(it, removed, { version: 5, queued: 0, queue_selected: false });
  assert(!('queued' in removed) && !('peek_utc_timestamp' in removed.system_info));
  await assertIndexes(it, {});
  const completed = await it.queue.updateStatus('A-101', 'COMPLETED');
  await assertSystemInfo(it, completed, { version: 6, status: 'COMPLETED' });
  assert.deepEqual(completed.data, DATA);
});

queueTest('dequeue takes the oldest first', async (it) => {
  await enqueueNew(it, 'C', 'A', 'B');
  await assertIndexes(it, { queued: ['C', 'A', 'B'] });
  const first = await it.queue.dequeue();
  await assertSystemInfo(it, first, { id: 'C', version: 4, queued: 0 });
  await it.checkpoint();
  assert.equal((await it.queue.dequeue()).id, 'A');
  assert.equal((await it.queue.dequeue()).id, 'B');
  assert.equal(await it.queue.dequeue(), undefined);
  await assertIndexes(it, {});
});

queueTest('an abandoned shipment returns after the visibility timeout', async (it) => {
  await enqueueNew(it, 'A', 'B');
  assert.equal((await it.queue.peek()).id, 'A');
  assert.equal((await it.queue.peek()).id, 'B');
  assert.equal(await it.queue.peek(), undefined);
  await it.checkpoint();
  assert.equal(await it.queue.peek(), undefined);
  it.clock.advance(61);
  const again = await it.queue.peek();
  await assertSystemInfo(it, again, { id: 'A', version: 4, queue_selected: true });
});

queueTest('touch moves to the end of the queue', async (it) => {
  await enqueueNew(it, 'A', 'B', 'C');
  const touched = await it.queue.touch('A');
  await assertSystemInfo(it, touched, { version: 3, queued: 1, queue_selected: false });
  await it.checkpoint();
  await assertIndexes(it, { queued: ['B', 'C', 'A'] });
  assert.equal((await it.queue.dequeue()).id, 'B');
});

queueTest('dead letters leave the queue and can be restored', async (it) => {
  await enqueueNew(it, 'A', 'B', 'C');
  await it.queue.peek();
  const dead = await it.queue.sendToDLQ('A');
  await assertSystemInfo(it, dead, {
    version: 4,
    status: 'IN_DLQ',
    queued: 0,
    queue_selected: false,
  });
  await it.queue.sendToDLQ('C');
  await assertIndexes(it, { queued: ['B'], dlq: ['A', 'C'] });
  assert.deepEqual(await it.queue.dlqStats(), { totalInDLQ: 2, first100Ids: ['A', 'C'] });
  await it.checkpoint();
  await assertIndexes(it, { queued: ['B'], dlq: ['A', 'C'] });
  await it.queue.touch('A');
  await assertIndexes(it, { queued: ['B'], dlq: ['C', 'A'] });
  const restored = await it.queue.restore('A');
  await assertSystemInfo(it, restored, { version: 6, status: 'READY_TO_SHIP', queued: 1 });
  await assertIndexes(it, { queued: ['B', 'A'], dlq: ['C'] });
  await it.queue.remove('C');
  await assertIndexes(it, { queued: ['B', 'A'] });
});

queueTest('dead letters come only from the queue', async (it) => {
  await it.queue.put('A', DATA);
  await stale(it.queue.sendToDLQ('A'));
  await it.queue.enqueue('A');
  await it.queue.sendToDLQ('A');
  await stale(it.queue.sendToDLQ('A'));
  await assertIndexes(it, { dlq: ['A'] });
});

queueTest('remove of absent attributes is no error', async (it) => {
  await it.queue.put('A', DATA);
  await assertSystemInfo(it, await it.queue.remove('A'), { version: 2, queued: 0 });
  await assertSystemInfo(it, await it.queue.remove('A'), { version: 3, queued: 0 });
  await assertIndexes(it, {});
});

queueTest('deleted and replaced shipments leave the index', async (it) => {
  await enqueueNew(it, 'A', 'B', 'C');
  await it.queue.delete('A');
  await it.queue.put('C', { items: [] });
  await it.checkpoint();
  await assertIndexes(it, { queued: ['B'] });
  await assert.rejects(it.queue.get('A'), ShipmentNotFound);
  await assert.rejects(it.queue.enqueue('A'), ShipmentNotFound);
});

queueTest('a stale version changes nothing', async (it) => {
  await enqueueNew(it, 'A');
  const old = await it.queue.get('A');
  const current = await it.queue.touch('A');
  await it.checkpoint();
  await stale(it.queue.select(old));
  assert.deepEqual(await it.queue.get('A'), current);
  await assertIndexes(it, { queued: ['A'] });
});

queueTest('an update into a missing system_info is refused', async (it) => {
  const bare = marshall({ id: 'bare' });
  await it.client.send(new PutItemCommand({ TableName: TABLE_NAME, Item: bare }));
  await refused(
    'ValidationException',
    'The document path provided in the update expression is invalid for update',
    it.client.send(
      new UpdateItemCommand({
        TableName: TABLE_NAME,
        Key: bare,
        UpdateExpression: 'ADD #sys.#v :one SET queued = :one',
        ExpressionAttributeNames: { '#sys': 'system_info', '#v': 'version' },
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    ),
  );
  assert.deepEqual(await it.queue.get('bare'), { id: 'bare' });
  await assertIndexes(it, {});
});

function selectedShipment(it, number) {
  const now = it.clock.now();
  const id = String(number).padStart(4, '0');
  return marshall({
    id,
    queued: 1,
    system_info: {
      id,
      version: 3,
      queued: 1,
      queue_selected: true,
      peek_utc_timestamp: now.getTime(),
    },
    last_updated_timestamp: now.toISOString(),
  });
}

queueTest('peek pages past selected shipments', async (it) => {
  const count = 2 * PAGE_LIMIT + 3;
  const puts = sequence(count, (number) => tables.putRequest(selectedShipment(it, number)));
  await tables.writeAll(it.client, BatchWriteItemCommand, TABLE_NAME, puts);
  await enqueueNew(it, 'last');
  await it.checkpoint();
  const stats = await it.queue.stats();
  assert.deepEqual(
    [stats.totalInQueue, stats.totalSelected, stats.totalNotStarted],
    [count + 1, count, 1],
  );
  const first = sequence(100, (number) => String(number).padStart(4, '0'));
  assert.deepEqual(stats.first100Ids, first);
  assert.deepEqual(stats.first100SelectedIds, first);
  assert.equal((await it.queue.peek()).id, 'last');
});

async function selectOrLose(it, shipment) {
  try {
    await it.queue.select(shipment);
    return true;
  } catch (error) {
    assert(isStale(error), error);
    return false;
  }
}

queueTest('of racing peeks exactly one wins', async (it) => {
  const ids = sequence(10, (number) => `A-${number}`);
  await enqueueNew(it, ...ids);
  for (const id of ids) {
    const shipment = await it.queue.get(id);
    const outcomes = await race(() => selectOrLose(it, shipment));
    assert.equal(outcomes.filter(Boolean).length, 1);
    await assertSystemInfo(it, await it.queue.get(id), { version: 3, queue_selected: true });
  }
});

// Dequeues until it has so many shipments or the queue is empty; a lost race is tried again.
async function takeAtMost(it, count) {
  const taken = [];
  while (taken.length < count) {
    try {
      const shipment = await it.queue.dequeue();
      if (!shipment) break;
      taken.push(shipment.id);
    } catch (error) {
      assert(isStale(error), error);
    }
  }
  return taken;
}

queueTest('racing consumers take each shipment once', async (it) => {
  const ids = sequence(24, (number) => `A-${String(number).padStart(2, '0')}`);
  await enqueueNew(it, ...ids);
  const early = (await race(() => takeAtMost(it, 2))).flat();
  assert.equal(early.length, 2 * WORKER_COUNT);
  await it.checkpoint();
  const late = (await race(() => takeAtMost(it, ids.length))).flat();
  assert.deepEqual([...early, ...late].sort(), ids);
  await assertIndexes(it, {});
  for (const id of ids) assert.equal((await it.queue.get(id)).system_info.version, 4);
});
