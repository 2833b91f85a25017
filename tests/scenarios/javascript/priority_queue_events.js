// The events of the shipments of the priority queue, from the stream of their table.
//
// Each change becomes an entry in the history of its shipment and moves the shipment from one count
// to another, so that no scan of the queue is necessary to watch it. Nothing here reads the table
// of the queue.

import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

import * as tables from './tables.js';

const HISTORY_TABLE = 'shipment_history';
const COUNTS_TABLE = 'shipment_counts';

// The history and the counts; `client` is a document client. The reader of a stream calls
// `writesFor`.
export class ShipmentEvents {
  #client;

  constructor(client) {
    this.#client = client;
  }

  async create() {
    await this.#createTable(HISTORY_TABLE, { id: 'S', sequence_number: 'S' });
    await this.#createTable(COUNTS_TABLE, { status: 'S' });
  }

  // The entries that a record adds to the history and the counts.
  writesFor({ dynamodb }) {
    const [before, after] = [dynamodb.OldImage, dynamodb.NewImage].map(
      (image) => image && unmarshall(image),
    );
    const { version, status } = (after ?? before).system_info;
    const entry = {
      id: dynamodb.Keys.id.S,
      // The numbers have the same length at any time, but not for ever.
      sequence_number: dynamodb.SequenceNumber.padStart(40, '0'),
      event: eventOf(before, after),
      version,
      status,
    };
    const Put = {
      TableName: HISTORY_TABLE,
      Item: entry,
      ConditionExpression: 'attribute_not_exists(id)',
    };
    return [{ Put }, ...countMoves(before?.system_info.status, after?.system_info.status)];
  }

  // The events of a shipment, oldest first: [event, version, status after it].
  async history(id) {
    const request = {
      TableName: HISTORY_TABLE,
      KeyConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': id },
      ConsistentRead: true,
    };
    const entries = await tables.rows(paginateQuery({ client: this.#client }, request));
    return entries.map(({ event, version, status }) => [event, version, status]);
  }

  // The number of shipments in each status that has any.
  async counts() {
    const request = { TableName: COUNTS_TABLE, ConsistentRead: true };
    const rows = await tables.rows(paginateScan({ client: this.#client }, request));
    const counts = rows.filter((row) => row.shipments !== 0);
    return Object.fromEntries(counts.map((row) => [row.status, row.shipments]));
  }

  #createTable(TableName, types) {
    return tables.create(this.#client, {
      TableName,
      AttributeDefinitions: tables.definitions(types),
      KeySchema: tables.keySchema(...Object.keys(types)),
      BillingMode: 'PAY_PER_REQUEST',
    });
  }
}

// The name of a change, from the shipment before and after it.
function eventOf(before, after) {
  if (!before) return 'created';
  if (!after) return 'deleted';
  const [old, now] = [before.system_info, after.system_info];
  if (now.version <= old.version) return 'replaced';
  const isGone = (name) => name in before && !(name in after);
  const isNew = (name) => name in after && !(name in before);
  if (isNew('queued')) return isGone('DLQ') ? 'restored' : 'enqueued';
  if (isNew('DLQ')) return 'sent to DLQ';
  if (isGone('queued') || isGone('DLQ')) return 'removed';
  if (old.queue_peek_timestamp !== now.queue_peek_timestamp) return 'selected';
  return old.status === now.status ? 'touched' : 'status changed';
}

// The updates that move a shipment from one count to another; undefined means none.
function countMoves(oldStatus, newStatus) {
  if (oldStatus === newStatus) return [];
  const moves = [
    { status: oldStatus, difference: -1 },
    { status: newStatus, difference: 1 },
  ];
  return moves
    .filter(({ status }) => status !== undefined)
    .map(({ status, difference }) => ({
      Update: {
        TableName: COUNTS_TABLE,
        Key: { status },
        UpdateExpression: 'ADD shipments :difference',
        ExpressionAttributeValues: { ':difference': difference },
      },
    }));
}
