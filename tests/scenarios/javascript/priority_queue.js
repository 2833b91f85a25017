// A priority queue of shipments on one table, after the AWS Database Blog.
//
// An item is in a queue exactly while it has the attribute of that queue, `queued` or `DLQ`, at its
// top level: both indexes are sparse. Consumers never delete from a queue, they REMOVE its
// attribute. Each update is guarded by the version inside `system_info`, so that exactly one of
// several racing writers wins and the others get ConditionalCheckFailedException.

import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  paginateQuery,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import * as tables from './tables.js';

export const TABLE_NAME = 'shipments';
export const QUEUED_INDEX = 'queued-last_updated_timestamp-index';
export const DLQ_INDEX = 'DLQ-last_updated_timestamp-index';
export const PAGE_LIMIT = 250;
const VISIBILITY_TIMEOUT_SECONDS = 60;

const SAME_VERSION = '#sys.#v = :v';
const SAME_VERSION_AND_QUEUED = '#sys.#v = :v and #sys.queued = :one';

const UPDATE_STATUS =
  'ADD #sys.#v :one SET #sys.#st = :st, #sys.last_updated_timestamp = :lut, ' +
  'last_updated_timestamp = :lut';
const ENQUEUE =
  'ADD #sys.#v :one SET queued = :one, #sys.queued = :one, #sys.queue_selected = :false, ' +
  'last_updated_timestamp = :lut, #sys.last_updated_timestamp = :lut, ' +
  '#sys.queue_added_timestamp = :lut, #sys.#st = :st';
const PEEK =
  'ADD #sys.#v :one SET #sys.queue_selected = :true, #sys.last_updated_timestamp = :lut, ' +
  'last_updated_timestamp = :lut, #sys.queue_peek_timestamp = :lut, ' +
  '#sys.peek_utc_timestamp = :ts, #sys.#st = :st';
const REMOVE =
  'ADD #sys.#v :one REMOVE #sys.peek_utc_timestamp, queued, #DLQ SET #sys.queued = :zero, ' +
  '#sys.queue_selected = :false, #sys.last_updated_timestamp = :lut, ' +
  'last_updated_timestamp = :lut, #sys.queue_remove_timestamp = :lut';
const RESTORE =
  'ADD #sys.#v :one REMOVE #DLQ SET #sys.queued = :one, queued = :one, ' +
  '#sys.queue_selected = :false, last_updated_timestamp = :lut, ' +
  '#sys.last_updated_timestamp = :lut, #sys.queue_add_timestamp = :lut, #sys.#st = :st';
const TOUCH =
  'ADD #sys.#v :one SET last_updated_timestamp = :lut, #sys.last_updated_timestamp = :lut';
const SEND_TO_DLQ =
  'ADD #sys.#v :one REMOVE queued SET #DLQ = :one, #sys.queued = :zero, ' +
  '#sys.queue_selected = :false, last_updated_timestamp = :lut, ' +
  '#sys.last_updated_timestamp = :lut, #sys.dlq_add_timestamp = :lut, #sys.#st = :st';

const NAMES = { '#sys': 'system_info', '#v': 'version', '#st': 'status', '#DLQ': 'DLQ' };
const CONSTANTS = { ':one': 1, ':zero': 0, ':true': true, ':false': false };

// No shipment has this id.
export class ShipmentNotFound extends Error {}

// Creates the table with its two sparse indexes and its stream; waits until it is active.
export function createTable(client) {
  return tables.create(client, {
    TableName: TABLE_NAME,
    AttributeDefinitions: tables.definitions({
      id: 'S',
      queued: 'N',
      DLQ: 'N',
      last_updated_timestamp: 'S',
    }),
    KeySchema: tables.keySchema('id'),
    GlobalSecondaryIndexes: [sparseIndex(QUEUED_INDEX, 'queued'), sparseIndex(DLQ_INDEX, 'DLQ')],
    ProvisionedThroughput: { ReadCapacityUnits: 100, WriteCapacityUnits: 100 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
}

function sparseIndex(IndexName, hashAttribute) {
  return {
    IndexName,
    KeySchema: tables.keySchema(hashAttribute, 'last_updated_timestamp'),
    Projection: { ProjectionType: 'ALL' },
    ProvisionedThroughput: { ReadCapacityUnits: 100, WriteCapacityUnits: 100 },
  };
}

// The queue's operations. `clock.now()` returns the current time as a Date.
export class PriorityQueue {
  #client;
  #clock;

  constructor(client, clock) {
    this.#client = client;
    this.#clock = clock;
  }

  // Stores a new shipment, in no queue yet; replaces one of the same id.
  async put(id, data) {
    const now = this.#clock.now().toISOString();
    const shipment = {
      id,
      data,
      system_info: {
        id,
        version: 1,
        status: 'UNDER_CONSTRUCTION',
        queued: 0,
        queue_selected: false,
        creation_timestamp: now,
        last_updated_timestamp: now,
      },
      last_updated_timestamp: now,
    };
    await this.#client.send(
      new PutItemCommand({ TableName: TABLE_NAME, Item: marshall(shipment) }),
    );
    return shipment;
  }

  // The stored shipment by a strongly consistent read; throws ShipmentNotFound.
  async get(id) {
    const request = { TableName: TABLE_NAME, Key: marshall({ id }), ConsistentRead: true };
    const { Item } = await this.#client.send(new GetItemCommand(request));
    if (!Item) throw new ShipmentNotFound(id);
    return unmarshall(Item);
  }

  async delete(id) {
    await this.#client.send(
      new DeleteItemCommand({ TableName: TABLE_NAME, Key: marshall({ id }) }),
    );
  }

  async updateStatus(id, status) {
    return this.#update(await this.get(id), UPDATE_STATUS, { ':st': status });
  }

  // Puts a stored shipment at the end of the queue.
  async enqueue(id) {
    return this.#update(await this.get(id), ENQUEUE, { ':st': 'READY_TO_SHIP' });
  }

  // Selects the oldest free shipment of the queue; undefined if there is none. A selected shipment
  // becomes free again when its visibility timeout has passed. Fails if another consumer selects
  // the same shipment first.
  async peek() {
    const now = this.#clock.now();
    for await (const shipment of this.#inQueue()) {
      if (isFree(shipment, now)) return this.select(shipment);
    }
    return undefined;
  }

  // Marks a shipment, as it was read, as selected by this consumer.
  select(shipment) {
    const values = { ':ts': this.#clock.now().getTime(), ':st': 'PROCESSING_SHIPMENT' };
    return this.#update(shipment, PEEK, values);
  }

  // Selects the oldest free shipment and takes it out of the queue; undefined when there is none.
  async dequeue() {
    const shipment = await this.peek();
    return shipment && this.remove(shipment.id);
  }

  // Removes a shipment from its queue; it stays in the table.
  async remove(id) {
    return this.#update(await this.get(id), REMOVE, {});
  }

  // Puts a shipment back at the end of the queue, also from the dead-letter queue.
  async restore(id) {
    return this.#update(await this.get(id), RESTORE, { ':st': 'READY_TO_SHIP' });
  }

  // Moves a shipment to the end of the queue it is in.
  async touch(id) {
    return this.#update(await this.get(id), TOUCH, {});
  }

  // Moves a queued shipment to the dead-letter queue.
  async sendToDLQ(id) {
    const values = { ':st': 'IN_DLQ' };
    return this.#update(await this.get(id), SEND_TO_DLQ, values, SAME_VERSION_AND_QUEUED);
  }

  // How many shipments are queued and selected, with the first hundred ids of each.
  async stats() {
    const queued = [];
    const selected = [];
    for await (const shipment of this.#inQueue('id, system_info')) {
      queued.push(shipment.id);
      if (shipment.system_info.queue_selected) selected.push(shipment.id);
    }
    return {
      totalInQueue: queued.length,
      totalSelected: selected.length,
      totalNotStarted: queued.length - selected.length,
      first100Ids: queued.slice(0, 100),
      first100SelectedIds: selected.slice(0, 100),
    };
  }

  // How many shipments are in the dead-letter queue, with the first hundred ids.
  async dlqStats() {
    const ids = [];
    for await (const shipment of this.#pages(DLQ_INDEX, '#DLQ = :one', 'id, #DLQ, system_info')) {
      ids.push(shipment.id);
    }
    return { totalInDLQ: ids.length, first100Ids: ids.slice(0, 100) };
  }

  #inQueue(projection) {
    return this.#pages(QUEUED_INDEX, 'queued = :one', projection);
  }

  // The shipments of one index in its order, page by page.
  async *#pages(IndexName, KeyConditionExpression, ProjectionExpression) {
    const request = {
      TableName: TABLE_NAME,
      IndexName,
      KeyConditionExpression,
      ProjectionExpression,
      Limit: PAGE_LIMIT,
      ScanIndexForward: true,
      ...placeholders(`${KeyConditionExpression} ${ProjectionExpression}`, CONSTANTS),
    };
    for await (const page of paginateQuery({ client: this.#client }, request)) {
      for (const item of page.Items) yield unmarshall(item);
    }
  }

  async #update(shipment, UpdateExpression, values, ConditionExpression = SAME_VERSION) {
    const all = {
      ...CONSTANTS,
      ':v': shipment.system_info.version,
      ':lut': this.#clock.now().toISOString(),
      ...values,
    };
    const { Attributes } = await this.#client.send(
      new UpdateItemCommand({
        TableName: TABLE_NAME,
        Key: marshall({ id: shipment.id }),
        UpdateExpression,
        ConditionExpression,
        ReturnValues: 'ALL_NEW',
        ...placeholders(`${UpdateExpression} ${ConditionExpression}`, all),
      }),
    );
    return unmarshall(Attributes);
  }
}

function isFree(shipment, now) {
  const info = shipment.system_info;
  if (!info.queue_selected) return true;
  return now.getTime() - info.peek_utc_timestamp > VISIBILITY_TIMEOUT_SECONDS * 1000;
}

// The names and values that the expressions mention; DynamoDB rejects unused ones.
function placeholders(expressions, values) {
  const used = new Set(expressions.match(/[#:]\w+/g));
  const mentioned = (map) =>
    Object.fromEntries(Object.entries(map).filter(([key]) => used.has(key)));
  const names = mentioned(NAMES);
  return {
    ExpressionAttributeNames: Object.keys(names).length > 0 ? names : undefined,
    ExpressionAttributeValues: marshall(mentioned(values)),
  };
}
