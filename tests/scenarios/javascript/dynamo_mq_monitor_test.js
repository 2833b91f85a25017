// Scenario 4 with its stream: metrics and an archive of the queue, every change exactly once.

import assert from 'node:assert/strict';

import { ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';

import { Consumer, DLQ, MessageQueue, STANDARD, TABLE_NAME, createTable } from './dynamo_mq.js';
import { QueueMonitor } from './dynamo_mq_monitor.js';
import { WORKER_COUNT, sequence } from './harness.js';
import { drain } from './stream_consumer.js';
import {
  follow,
  readWhile,
  reader,
  readers,
  streamScenario,
  switchStream,
} from './stream_harness.js';

const DATA = {
  items: [1, { sku: 'x', price: null }],
  flags: new Set(['a', 'b']),
  blob: new Uint8Array([0, 1]),
};

const monitorTest = streamScenario(
  'dynamo-mq-monitor',
  (client, clock) => {
    const monitor = new QueueMonitor(client);
    const process = (record) => monitor.writesFor(record);
    return { queue: new MessageQueue(client, clock), monitor, process };
  },
  async (it) => {
    await createTable(it.client);
    await it.monitor.create();
  },
);

async function switchOn(it) {
  const StreamViewType = 'NEW_AND_OLD_IMAGES';
  await switchStream(it, TABLE_NAME, { StreamEnabled: true, StreamViewType });
  await follow(it, TABLE_NAME);
}

async function send(it, ...ids) {
  for (const id of ids) await it.queue.send(id, DATA);
}

// Fails poison always and flaky messages the first time.
function handle(message) {
  const isFirst = message.receive_count === 1;
  if (message.id.startsWith('poison') || (message.id.startsWith('flaky') && isFirst)) {
    throw new Error(message.id);
  }
}

monitorTest('metrics follow each message', async (it) => {
  await switchOn(it);
  await send(it, 'A', 'B', 'C');
  await it.queue.receive();
  await it.queue.changeVisibility('A', 0);
  assert.equal(await drain(reader(it)), 5);
  assert.deepEqual(await it.monitor.metrics(STANDARD), { messages: 3, sent: 3, received: 1 });
  await it.queue.moveToDLQ('A');
  await it.queue.delete('B');
  await it.queue.delete('never sent');
  await it.checkpoint();
  assert.equal(await drain(reader(it)), 2);
  assert.deepEqual(await it.monitor.metrics(DLQ), { messages: 1, buried: 1 });
  await it.queue.redrive('A');
  await drain(reader(it));
  assert.deepEqual(await it.monitor.metrics(DLQ), { messages: 0, buried: 1 });
  assert.deepEqual(await it.monitor.metrics(STANDARD), {
    messages: 2,
    sent: 3,
    received: 1,
    deleted: 1,
    redriven: 1,
  });
});

monitorTest('the archive keeps messages as they were', async (it) => {
  await switchOn(it);
  await send(it, 'A', 'B');
  const received = await it.queue.receive();
  await it.queue.delete('A');
  await it.checkpoint();
  await drain(reader(it));
  assert.deepEqual(await it.monitor.archived('A'), received);
  assert.equal(await it.monitor.archived('B'), undefined);
});

monitorTest('purged messages are archived', async (it) => {
  await switchOn(it);
  const ids = sequence(60, (number) => `M${String(number).padStart(3, '0')}`);
  await send(it, ...ids);
  await it.checkpoint();
  assert.equal(await it.queue.purge(), 60);
  assert.equal(await drain(...(await readers(it, 3))), 120);
  assert.deepEqual(await it.monitor.archivedIds(), ids);
  assert.deepEqual(await it.monitor.metrics(STANDARD), { messages: 0, sent: 60, deleted: 60 });
});

monitorTest('the monitor agrees with the queue after a race', async (it) => {
  await switchOn(it);
  const ids = (name, count) =>
    sequence(count, (number) => `${name}-${String(number).padStart(2, '0')}`);
  const [good, flaky, poison] = [ids('good', 16), ids('flaky', 4), ids('poison', 4)];
  const work = async (...messages) => {
    await send(it, ...messages);
    await new Consumer(it.queue, handle, WORKER_COUNT, 3).run();
  };
  await readWhile(await readers(it, 3), () => work(...good.slice(0, 8), ...flaky));
  await it.checkpoint();
  await readWhile(await readers(it, 3), () => work(...good.slice(8), ...poison));
  assert.deepEqual(await it.monitor.archivedIds(), [...flaky, ...good]);
  const [standard, dead] = [await it.monitor.metrics(STANDARD), await it.monitor.metrics(DLQ)];
  assert.equal(standard.messages, (await it.queue.qstat()).total);
  assert.equal(dead.messages, (await it.queue.qstat(DLQ)).total);
  assert.deepEqual(dead, { messages: 4, buried: 4 });
  // Each good one once, each flaky one twice, each poisonous one three times.
  const received = 16 + 8 + 12;
  assert.deepEqual(standard, { messages: 0, sent: 24, received, deleted: 20 });
});

monitorTest('the stream tells only what happens while it is on', async (it) => {
  await send(it, 'before');
  await switchOn(it);
  const firstArn = it.streamArn;
  await send(it, 'A');
  await switchStream(it, TABLE_NAME, { StreamEnabled: false });
  await send(it, 'between');
  await it.queue.delete('between');
  await it.checkpoint();
  await switchOn(it);
  await send(it, 'B');
  const { Streams } = await it.streams.send(new ListStreamsCommand({ TableName: TABLE_NAME }));
  // An endpoint may still know streams of tables which had this name before.
  const listed = Streams.map((stream) => stream.StreamArn);
  assert(listed.includes(firstArn) && listed.includes(it.streamArn));
  assert.notEqual(firstArn, it.streamArn);
  assert.equal(await drain(reader(it, 'new')), 1);
  assert.deepEqual(await it.monitor.metrics(STANDARD), { messages: 1, sent: 1 });
  // The old stream can still be read, to its end.
  assert.equal(await drain(reader({ ...it, streamArn: firstArn }, 'old')), 1);
  await it.checkpoint();
  await it.queue.delete('before');
  assert.equal(await drain(reader(it, 'new')), 1);
  assert.deepEqual(await it.monitor.metrics(STANDARD), { messages: 1, sent: 2, deleted: 1 });
  assert.deepEqual(await it.monitor.archivedIds(), ['before']);
});
