// A monitor of the message queue, fed by the stream of its table.
//
// It keeps a gauge of each queue, counts its events, and archives every message that leaves it, so
// that the queue itself can delete messages immediately. The stream can be enabled for a queue that
// is in use; earlier events remain unknown.

import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

import { DLQ } from './dynamo_mq.js';
import * as tables from './tables.js';

const METRICS_TABLE = 'dynamo-mq-metrics';
const ARCHIVE_TABLE = 'dynamo-mq-archive';

// The metrics and the archive; `client` is a document client. The reader of a stream calls
// `writesFor`.
export class QueueMonitor {
  #client;

  constructor(client) {
    this.#client = client;
  }

  async create() {
    for (const [TableName, key] of [
      [METRICS_TABLE, 'queue_type'],
      [ARCHIVE_TABLE, 'id'],
    ]) {
      await tables.create(this.#client, {
        TableName,
        AttributeDefinitions: tables.definitions({ [key]: 'S' }),
        KeySchema: tables.keySchema(key),
        BillingMode: 'PAY_PER_REQUEST',
      });
    }
  }

  // The changes of the metrics for a record, and the message that it adds to the archive.
  writesFor({ dynamodb }) {
    const [before, after] = [dynamodb.OldImage, dynamodb.NewImage].map(
      (image) => image && unmarshall(image),
    );
    if (!before) return [count(after.queue_type, { messages: 1, sent: 1 })];
    if (!after) {
      const ConditionExpression = 'attribute_not_exists(id)';
      const Put = { TableName: ARCHIVE_TABLE, Item: before, ConditionExpression };
      return [{ Put }, count(before.queue_type, { messages: -1, deleted: 1 })];
    }
    if (before.queue_type !== after.queue_type) {
      const verb = after.queue_type === DLQ ? 'buried' : 'redriven';
      return [
        count(before.queue_type, { messages: -1 }),
        count(after.queue_type, { messages: 1, [verb]: 1 }),
      ];
    }
    const isReceived = after.receive_count > before.receive_count;
    return isReceived ? [count(after.queue_type, { received: 1 })] : [];
  }

  // The counters of a queue; `messages` is its current number of messages.
  async metrics(queueType) {
    const { queue_type, ...metrics } = await this.#get(METRICS_TABLE, { queue_type: queueType });
    return metrics;
  }

  // A message as it was when it was deleted, or undefined.
  archived(id) {
    return this.#get(ARCHIVE_TABLE, { id });
  }

  async archivedIds() {
    const request = { TableName: ARCHIVE_TABLE, ConsistentRead: true, ProjectionExpression: 'id' };
    const rows = await tables.rows(paginateScan({ client: this.#client }, request));
    return rows.map((row) => row.id).sort();
  }

  async #get(TableName, Key) {
    const request = { TableName, Key, ConsistentRead: true };
    return (await this.#client.send(new GetCommand(request))).Item;
  }
}

function count(queue_type, differences) {
  const names = Object.keys(differences);
  return {
    Update: {
      TableName: METRICS_TABLE,
      Key: { queue_type },
      UpdateExpression: `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        names.map((name) => [`:${name}`, differences[name]]),
      ),
    },
  };
}
