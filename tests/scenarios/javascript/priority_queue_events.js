// What happens to the shipments of the priority queue, told by the stream of their table.
//
// Each change becomes an entry in the history of its shipment and moves the shipment from one count
// to another, so nobody has to scan the queue to watch it. Nothing here reads the table of the
// queue.

import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

import * as tables from './tables.js';

const HISTORY_TABLE = 'shipment_history';
const COUNTS_TABLE = 'shipment_counts';

// The history and the counts; `client` is a document client. `writesFor` is what the reader of a
// stream needs.
export class ShipmentEvents {
  #client;

  constructor(client) {
    this.#client = client;
  }

  async create() {
    await this.#createTable(HISTORY_TABLE, { id: 'S', sequence_number: 'S' });
    await this.#createTable(COUNTS_TABLE, { status: 'S' });
  }

  // What a record adds to the history and the counts.
  writesFor({ dynamodb }) {
    const [before, after] = [dynamodb.OldImage, dynamodb.NewImage].map(
      (image) => image && unmarshall(image),
    );
    const { version, status } = (after ?? before).system_info;
    const entry = {
      id: dynamodb.Keys.id.S,
      // The numbers are as long as each other at any time, but not for ever.
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

  // What happened to a shipment, oldest first: [event, version, status after it].
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

  // How many shipments there are in each status which has any.
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

// The updates which move a shipment from one count to another; undefined is no count.
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
