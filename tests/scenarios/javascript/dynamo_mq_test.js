// Scenario 4, a message queue: receiving, visibility, dead letters, FIFO, delays, consumers that
// race.

import assert from 'node:assert/strict';

import { QueryCommand } from '@aws-sdk/lib-dynamodb';

import {
  Consumer,
  DLQ,
  EmptyQueue,
  INDEX_NAME,
  IdDuplicated,
  IdNotFound,
  InvalidStateTransition,
  MessageQueue,
  STANDARD,
  TABLE_NAME,
  createTable,
} from './dynamo_mq.js';
import { WORKER_COUNT, isStale, race, refused, scenario, sequence, stale } from './harness.js';

const DATA = {
  items: [1, { sku: 'x', price: null }],
  flags: new Set(['a', 'b']),
  blob: new Uint8Array([0, 1]),
  ok: true,
};

function queueScenario(useFifo) {
  return scenario(
    (deployment, clock) => {
      const client = deployment.documentClient();
      return { client, queue: new MessageQueue(client, clock, useFifo) };
    },
    (it) => createTable(it.client),
  );
}

const queueTest = queueScenario(false);
const fifoTest = queueScenario(true);

async function send(it, ...ids) {
  for (const id of ids) await it.queue.send(id, DATA);
}

async function indexIds(it, queueType) {
  const request = {
    TableName: TABLE_NAME,
    IndexName: INDEX_NAME,
    KeyConditionExpression: 'queue_type = :queue_type',
    ExpressionAttributeValues: { ':queue_type': queueType },
  };
  const { Items } = await it.client.send(new QueryCommand(request));
  for (const row of Items) assert.deepEqual(row, await it.queue.get(row.id));
  return Items.map((row) => row.id);
}

// Asserts which messages the index has for each queue, in which order, each as the table has it.
async function assertQueues(it, standard, dlq = []) {
  assert.deepEqual(await indexIds(it, STANDARD), standard);
  assert.deepEqual(await indexIds(it, DLQ), dlq);
}

async function assertMessage(it, message, expected) {
  assert.deepEqual(message, await it.queue.get(message.id), 'ALL_NEW is what is stored');
  const names = Object.keys(expected);
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, message[name]])), expected);
}

function numbered(count) {
  return sequence(count, (number) => `M${String(number).padStart(3, '0')}`);
}

queueTest('a message is sent once', async (it) => {
  const sent = await it.queue.send('A', DATA);
  await it.checkpoint();
  await assertMessage(it, sent, { receive_count: 0, version: 1, queue_type: 'STANDARD' });
  await assert.rejects(it.queue.send('A', { other: 1 }), IdDuplicated);
  assert.deepEqual(await it.queue.get('A'), sent);
  await assert.rejects(it.queue.get('B'), IdNotFound);
});

queueTest('receive takes the oldest and hides it', async (it) => {
  await send(it, 'C', 'A', 'B');
  await assertQueues(it, ['C', 'A', 'B']);
  const received = await it.queue.receive();
  await assertMessage(it, received, { id: 'C', receive_count: 1, version: 2, data: DATA });
  assert(received.received_at < received.invisible_until_at);
  await it.checkpoint();
  await assertQueues(it, ['C', 'A', 'B']);
  assert.equal((await it.queue.receive()).id, 'A');
  assert.equal((await it.queue.receive()).id, 'B');
  await assert.rejects(it.queue.receive(), EmptyQueue);
  it.clock.advance(31);
  await assertMessage(it, await it.queue.receive(), { id: 'C', receive_count: 2, version: 3 });
});

queueTest('visibility can be changed', async (it) => {
  await send(it, 'A');
  await it.queue.receive();
  await it.queue.changeVisibility('A', 600);
  it.clock.advance(599);
  await it.checkpoint();
  await assert.rejects(it.queue.receive(), EmptyQueue);
  await it.queue.changeVisibility('A', 0);
  await assertMessage(it, await it.queue.receive(), { id: 'A', receive_count: 2, version: 5 });
});

queueTest('a deleted message is gone', async (it) => {
  await send(it, 'A', 'B');
  await it.queue.delete((await it.queue.receive()).id);
  await it.queue.delete('never sent');
  await it.checkpoint();
  await assertQueues(it, ['B']);
  await assert.rejects(it.queue.changeVisibility('A', 1), IdNotFound);
});

queueTest('dead letters can be redriven', async (it) => {
  await send(it, 'A', 'B', 'C');
  await it.queue.receive();
  const dead = await it.queue.moveToDLQ('A');
  await assertMessage(it, dead, {
    queue_type: 'DLQ',
    receive_count: 0,
    version: 3,
    received_at: '',
  });
  await it.checkpoint();
  await assertQueues(it, ['B', 'C'], ['A']);
  await assert.rejects(it.queue.moveToDLQ('A'), InvalidStateTransition);
  await assert.rejects(it.queue.redrive('B'), InvalidStateTransition);
  assert.equal((await it.queue.receive(DLQ)).id, 'A');
  await assert.rejects(it.queue.redrive('A'), InvalidStateTransition);
  await it.queue.changeVisibility('A', 0);
  const redriven = await it.queue.redrive('A');
  await assertMessage(it, redriven, { queue_type: 'STANDARD', receive_count: 0, version: 6 });
  await assertQueues(it, ['B', 'C', 'A']);
});

queueTest('a delayed message waits', async (it) => {
  await it.queue.send('late', DATA, 30);
  await send(it, 'now');
  await it.checkpoint();
  const now = await it.queue.receive();
  assert.equal(now.id, 'now');
  await it.queue.delete('now');
  await assertQueues(it, ['late']);
  await assert.rejects(it.queue.receive(), EmptyQueue);
  it.clock.advance(30);
  assert.equal((await it.queue.receive()).id, 'late');
});

queueTest('a stale version is refused', async (it) => {
  await send(it, 'A');
  const old = await it.queue.get('A');
  const current = await it.queue.receive();
  await it.checkpoint();
  await stale(it.queue.markReceived(old));
  assert.deepEqual(await it.queue.get('A'), current);
});

queueTest('statistics and listing', async (it) => {
  await send(it, ...numbered(260));
  for (let received = 0; received < 3; received += 1) await it.queue.receive();
  await it.queue.moveToDLQ('M100');
  await it.checkpoint();
  const stats = await it.queue.qstat();
  assert.deepEqual([stats.total, stats.processing, stats.notStarted], [259, 3, 256]);
  assert.deepEqual(stats.first100Ids, numbered(100));
  assert.deepEqual(stats.first100ProcessingIds, numbered(3));
  assert.deepEqual((await it.queue.qstat(DLQ)).first100Ids, ['M100']);
  assert.equal((await it.queue.ls()).length, 10);
  assert.equal((await it.queue.ls(1000)).at(-1).id, 'M100', 'the last one updated');
});

queueTest('purge empties one queue', async (it) => {
  await send(it, ...numbered(60));
  await it.queue.moveToDLQ('M030');
  await it.checkpoint();
  assert.equal(await it.queue.purge(), 59);
  await assertQueues(it, [], ['M030']);
  assert.equal(await it.queue.purge(), 0);
  assert.equal(await it.queue.purge(DLQ), 1);
  assert.deepEqual(await it.queue.ls(1000), []);
});

queueTest('a message larger than an item is refused', async (it) => {
  const message = 'Item size has exceeded the maximum allowed size';
  await refused('ValidationException', message, it.queue.send('big', 'x'.repeat(409600)));
  await assertQueues(it, []);
});

fifoTest('the next message waits for the one before', async (it) => {
  await send(it, 'A', 'B');
  assert.equal((await it.queue.receive()).id, 'A');
  await it.checkpoint();
  await assert.rejects(it.queue.receive(), EmptyQueue);
  await it.queue.delete('A');
  assert.equal((await it.queue.receive()).id, 'B');
  it.clock.advance(31);
  assert.equal((await it.queue.receive()).id, 'B');
});

// Fails poison always and flaky messages the first time; remembers the others in `processed`.
function processInto(processed) {
  return (message) => {
    const first = message.receive_count === 1;
    if (message.id.startsWith('poison') || (message.id.startsWith('flaky') && first)) {
      throw new Error(message.id);
    }
    processed.push(message.id);
  };
}

queueTest('racing consumers process each message once', async (it) => {
  const ids = (name, count) =>
    sequence(count, (number) => `${name}-${String(number).padStart(2, '0')}`);
  const [good, flaky, poison] = [ids('good', 16), ids('flaky', 4), ids('poison', 4)];
  const processed = [];
  const consume = () => new Consumer(it.queue, processInto(processed), WORKER_COUNT, 3).run();
  await send(it, ...good.slice(0, 8), ...flaky);
  await consume();
  assert.deepEqual([...processed].sort(), [...good.slice(0, 8), ...flaky].sort());
  await send(it, ...good.slice(8, 12), ...poison, ...good.slice(12));
  await it.checkpoint();
  await consume();
  assert.deepEqual([...processed].sort(), [...good, ...flaky].sort());
  assert.deepEqual((await indexIds(it, DLQ)).sort(), poison);
  assert.deepEqual(await indexIds(it, STANDARD), []);
});

// A promise, with the function that resolves it.
function signal() {
  let give;
  const given = new Promise((resolve) => (give = resolve));
  return { given, give };
}

queueTest('shutdown finishes the messages in hand', async (it) => {
  await send(it, ...numbered(20));
  const [allTaken, finish] = [signal(), signal()];
  const processed = [];
  let inHand = 0;
  const consumer = new Consumer(
    it.queue,
    async (message) => {
      inHand += 1;
      if (inHand === WORKER_COUNT) allTaken.give();
      await finish.given;
      processed.push(message.id);
    },
    WORKER_COUNT,
  );
  const running = consumer.run();
  await Promise.race([allTaken.given, running]);
  consumer.shutdown();
  finish.give();
  await running;
  await it.checkpoint();
  const [first, rest] = [numbered(WORKER_COUNT), numbered(20).slice(WORKER_COUNT)];
  assert.deepEqual([...processed].sort(), first);
  await assertQueues(it, rest);
  for (const id of rest) assert.equal((await it.queue.get(id)).receive_count, 0);
  await new Consumer(it.queue, processInto(processed), WORKER_COUNT).run();
  assert.deepEqual([...processed].sort(), [...first, ...rest]);
  await assertQueues(it, []);
});

async function receiveOrLose(it, message) {
  try {
    await it.queue.markReceived(message);
    return true;
  } catch (error) {
    assert(isStale(error), error);
    return false;
  }
}

queueTest('of racing receivers exactly one wins', async (it) => {
  await send(it, ...numbered(10));
  for (const id of numbered(10)) {
    const message = await it.queue.get(id);
    const outcomes = await race(() => receiveOrLose(it, message));
    assert.equal(outcomes.filter(Boolean).length, 1);
    await assertMessage(it, await it.queue.get(id), { receive_count: 1, version: 2 });
  }
});
