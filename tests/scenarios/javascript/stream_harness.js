// Parts that tests with streams share: readers of one table's stream, which may race with writers.

import {
  DescribeTableCommand,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

import { scenario, sequence } from './harness.js';
import { Leases, Worker, drain, shardsOf } from './stream_consumer.js';
import * as tables from './tables.js';

// Returns a function that defines tests of an application that reads the stream of a table.
// `connect(client, clock, deployment)` builds it on a new document client; it must have
// `process(record)`. `prepare` creates its tables and calls `follow`.
export function streamScenario(application, connect, prepare) {
  return scenario(
    (deployment, clock) => {
      const client = deployment.documentClient();
      const streams = deployment.streamsClient();
      const leases = new Leases(client, application);
      return { client, streams, leases, ...connect(client, clock, deployment) };
    },
    async (it) => {
      await it.leases.create();
      await prepare(it);
    },
  );
}

// After this call, readers are made for the newest stream of this table.
export async function follow(it, TableName) {
  const { Table } = await it.client.send(new DescribeTableCommand({ TableName }));
  it.streamArn = Table.LatestStreamArn;
}

// Enables or disables the stream of a table and waits until that is done.
export async function switchStream(it, TableName, StreamSpecification) {
  await it.client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  await waitUntilTableExists({ client: it.client, ...tables.POLLING }, { TableName });
}

// A reader on the current connections. It continues where the last one of the same name stopped.
export function reader(it, name = 'reader', options = {}) {
  const { streams, leases, streamArn, process, clock } = it;
  return new Worker(name, { streams, leases, streamArn, process, clock, ...options });
}

// Readers that share the shards evenly, with room for the shards of one that stops.
export async function readers(it, count) {
  const leasesMax = Math.ceil((await shards(it)).length / Math.max(1, count - 1));
  return sequence(count, (number) => reader(it, `reader-${number}`, { leasesMax }));
}

export function shards(it) {
  return shardsOf(it.streams, it.streamArn);
}

// Does the work while each reader runs, until all has been read.
export async function readWhile(workers, work) {
  let done = false;
  const read = async (worker) => {
    let isLast = false;
    while ((await drain(worker)) > 0 || !isLast) isLast = done;
  };
  const write = async () => {
    try {
      await work();
    } finally {
      done = true;
    }
  };
  await Promise.all([write(), ...workers.map(read)]);
}
