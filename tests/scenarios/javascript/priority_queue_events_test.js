// Scenario 1 with its stream: the history of each shipment and the counts, every change once.

import assert from 'node:assert/strict';

import { isStale, race, sequence, stale } from './harness.js';
import { PriorityQueue, TABLE_NAME, createTable } from './priority_queue.js';
import { ShipmentEvents } from './priority_queue_events.js';
import { drain } from './stream_consumer.js';
import { follow, readWhile, reader, readers, streamScenario } from './stream_harness.js';

const DATA = { items: [{ sku: 'Item-1', packed: true }], weight: 12, note: null };

const eventsTest = streamScenario(
  'shipment-events',
  (client, clock, deployment) => {
    const events = new ShipmentEvents(client);
    const process = (record) => events.writesFor(record);
    return { queue: new PriorityQueue(deployment.client(), clock), events, process };
  },
  async (it) => {
    await createTable(it.client);
    await it.events.create();
    await follow(it, TABLE_NAME);
  },
);

async function enqueueNew(it, ...ids) {
  for (const id of ids) {
    await it.queue.put(id, DATA);
    await it.queue.enqueue(id);
  }
}

eventsTest('the history of a shipment follows its life', async (it) => {
  await it.queue.put('A-101', DATA);
  await it.queue.updateStatus('A-101', 'READY_TO_SHIP');
  await it.queue.enqueue('A-101');
  assert.equal(await drain(reader(it)), 3);
  assert.deepEqual(await it.events.counts(), { READY_TO_SHIP: 1 });
  await it.queue.peek();
  await it.checkpoint();
  assert.equal(await drain(reader(it)), 1);
  assert.deepEqual(await it.events.counts(), { PROCESSING_SHIPMENT: 1 });
  await it.queue.touch('A-101');
  await it.queue.remove('A-101');
  await it.queue.updateStatus('A-101', 'COMPLETED');
  await it.queue.delete('A-101');
  await it.checkpoint();
  assert.equal(await drain(reader(it)), 4);
  assert.deepEqual(await it.events.history('A-101'), [
    ['created', 1, 'UNDER_CONSTRUCTION'],
    ['status changed', 2, 'READY_TO_SHIP'],
    ['enqueued', 3, 'READY_TO_SHIP'],
    ['selected', 4, 'PROCESSING_SHIPMENT'],
    ['touched', 5, 'PROCESSING_SHIPMENT'],
    ['removed', 6, 'PROCESSING_SHIPMENT'],
    ['status changed', 7, 'COMPLETED'],
    ['deleted', 7, 'COMPLETED'],
  ]);
  assert.deepEqual(await it.events.counts(), {});
});

async function eventsAndVersions(it, id) {
  return (await it.events.history(id)).map(([event, version]) => [event, version]);
}

eventsTest('dead letters and abandoned shipments are told', async (it) => {
  await enqueueNew(it, 'A');
  await it.queue.peek();
  it.clock.advance(61);
  await it.queue.peek();
  await enqueueNew(it, 'B');
  await it.queue.sendToDLQ('A');
  await it.checkpoint();
  await it.queue.restore('A');
  await it.queue.put('B', DATA);
  await drain(reader(it));
  assert.deepEqual(await eventsAndVersions(it, 'A'), [
    ['created', 1],
    ['enqueued', 2],
    ['selected', 3],
    ['selected', 4],
    ['sent to DLQ', 5],
    ['restored', 6],
  ]);
  assert.deepEqual(await eventsAndVersions(it, 'B'), [
    ['created', 1],
    ['enqueued', 2],
    ['replaced', 1],
  ]);
  assert.deepEqual(await it.events.counts(), { READY_TO_SHIP: 1, UNDER_CONSTRUCTION: 1 });
});

eventsTest('lost updates leave no trace', async (it) => {
  await enqueueNew(it, 'A');
  const old = await it.queue.get('A');
  await it.queue.touch('A');
  await stale(it.queue.select(old));
  await it.queue.put('B', DATA);
  await stale(it.queue.sendToDLQ('B'));
  await it.queue.delete('C');
  await it.checkpoint();
  assert.equal(await drain(reader(it)), 4);
  assert.deepEqual(await eventsAndVersions(it, 'A'), [
    ['created', 1],
    ['enqueued', 2],
    ['touched', 3],
  ]);
  assert.deepEqual(await eventsAndVersions(it, 'B'), [['created', 1]]);
  assert.deepEqual(await eventsAndVersions(it, 'C'), []);
});

// Dequeues `count` shipments, or as many as exist; retries after a lost race.
async function consume(it, count) {
  for (let taken = 0; taken < count; ) {
    try {
      if (!(await it.queue.dequeue())) return;
      taken += 1;
    } catch (error) {
      assert(isStale(error), error);
    }
  }
}

eventsTest('racing consumers and readers agree', async (it) => {
  const ids = sequence(24, (number) => `A-${String(number).padStart(2, '0')}`);
  await enqueueNew(it, ...ids);
  await readWhile(await readers(it, 3), () => race(() => consume(it, 2)));
  await it.checkpoint();
  await readWhile(await readers(it, 3), () => race(() => consume(it, ids.length)));
  for (const id of ids) {
    assert.deepEqual(await it.events.history(id), [
      ['created', 1, 'UNDER_CONSTRUCTION'],
      ['enqueued', 2, 'READY_TO_SHIP'],
      ['selected', 3, 'PROCESSING_SHIPMENT'],
      ['removed', 4, 'PROCESSING_SHIPMENT'],
    ]);
  }
  assert.deepEqual(await it.events.counts(), { PROCESSING_SHIPMENT: ids.length });
});
