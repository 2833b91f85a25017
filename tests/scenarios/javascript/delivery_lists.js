// Lists of the users that a delivery is sent to, delivered exactly once, stored in four ways.
//
// All users of a delivery in one item, until the item is full; the list split over many items,
// whose order a second table contains; one item for each user, deleted when it is delivered; and a
// table for each delivery, read by parallel scans. Decisive reads use ConsistentRead, or a
// condition confirms them.

import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  paginateQuery,
  paginateScan,
} from '@aws-sdk/client-dynamodb';

import * as tables from './tables.js';

export const LISTS_TABLE = 'delivery_list';
export const PARTS_TABLE = 'delivery_list_part';
export const ORDERS_TABLE = 'delivery_order';
export const TARGETS_TABLE = 'delivery_target';
export const DELIVERY_INDEX = 'delivery_id-index';

const APPEND = 'SET user_ids = list_append(if_not_exists(user_ids, :none), :more)';

function create(client, TableName, types, options = {}) {
  return tables.create(client, {
    TableName,
    AttributeDefinitions: tables.definitions(types),
    KeySchema: tables.keySchema(...Object.keys(types)),
    BillingMode: 'PAY_PER_REQUEST',
    ...options,
  });
}

function strings(values) {
  return { L: values.map((value) => ({ S: value })) };
}

function users(item) {
  return item ? item.user_ids.L.map((user) => user.S) : [];
}

function append(client, TableName, Key, userIds) {
  return client.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: APPEND,
      ExpressionAttributeValues: { ':none': { L: [] }, ':more': strings(userIds) },
    }),
  );
}

async function read(client, TableName, Key) {
  const request = { TableName, Key, ConsistentRead: true };
  return (await client.send(new GetItemCommand(request))).Item;
}

// Whether an update was rejected because the item would exceed 400 KB.
export function isFull(error) {
  return error.name === 'ValidationException' && error.message.includes('Item size');
}

// All users of a delivery in one item.
export class DeliveryList {
  #client;

  constructor(client) {
    this.#client = client;
  }

  create() {
    return create(this.#client, LISTS_TABLE, { delivery_id: 'S' });
  }

  put(deliveryId, userIds, attributes = {}) {
    const Item = { delivery_id: { S: deliveryId }, user_ids: strings(userIds), ...attributes };
    return this.#client.send(new PutItemCommand({ TableName: LISTS_TABLE, Item }));
  }

  // Adds users at the end of the list. The whole call is rejected if the item would be too large.
  append(deliveryId, userIds) {
    return append(this.#client, LISTS_TABLE, { delivery_id: { S: deliveryId } }, userIds);
  }

  async users(deliveryId) {
    return users(await read(this.#client, LISTS_TABLE, { delivery_id: { S: deliveryId } }));
  }
}

// The list of a delivery in numbered parts. The order table contains the existing parts, in order.
export class SplitDeliveryList {
  #client;

  constructor(client) {
    this.#client = client;
  }

  async create() {
    await create(this.#client, PARTS_TABLE, { delivery_id: 'S', order: 'N' });
    await create(this.#client, ORDERS_TABLE, { delivery_id: 'S' });
  }

  // Starts a delivery without parts; has no effect on an existing one.
  async open(deliveryId) {
    const request = {
      TableName: ORDERS_TABLE,
      Item: { delivery_id: { S: deliveryId }, order: { L: [] }, nextSequence: { N: '1' } },
      ConditionExpression: 'attribute_not_exists(delivery_id)',
    };
    try {
      await this.#client.send(new PutItemCommand(request));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  // The numbers of the parts, and the number of the next one.
  async order(deliveryId) {
    const item = await read(this.#client, ORDERS_TABLE, { delivery_id: { S: deliveryId } });
    return {
      numbers: item.order.L.map((number) => Number(number.N)),
      next: Number(item.nextSequence.N),
    };
  }

  // Takes the next number for a new part; every caller gets a different one.
  async addSequence(deliveryId) {
    for (;;) {
      const { next } = await this.order(deliveryId);
      try {
        await this.#claim(deliveryId, String(next));
        return next;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    }
  }

  // Adds users to the last part, or to a new one when that is full.
  async append(deliveryId, userIds) {
    const { numbers } = await this.order(deliveryId);
    if (numbers.length > 0) {
      try {
        return await this.appendToPart(deliveryId, numbers.at(-1), userIds);
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    }
    return this.appendToPart(deliveryId, await this.addSequence(deliveryId), userIds);
  }

  appendToPart(deliveryId, number, userIds) {
    return append(this.#client, PARTS_TABLE, partKey(deliveryId, number), userIds);
  }

  async part(deliveryId, number) {
    return users(await read(this.#client, PARTS_TABLE, partKey(deliveryId, number)));
  }

  // All users, part by part in the order of the order table.
  async users(deliveryId) {
    const { numbers } = await this.order(deliveryId);
    const parts = await Promise.all(numbers.map((number) => this.part(deliveryId, number)));
    return parts.flat();
  }

  // Like users(), but by one strongly consistent Query; returns the users of each page of at most 1
  // MB.
  async pages(deliveryId) {
    const request = {
      TableName: PARTS_TABLE,
      KeyConditionExpression: 'delivery_id = :delivery_id',
      ExpressionAttributeValues: { ':delivery_id': { S: deliveryId } },
      ConsistentRead: true,
    };
    const pages = [];
    for await (const page of paginateQuery({ client: this.#client }, request)) {
      pages.push(page.Items.flatMap(users));
    }
    return pages;
  }

  #claim(deliveryId, sequence) {
    return this.#client.send(
      new UpdateItemCommand({
        TableName: ORDERS_TABLE,
        Key: { delivery_id: { S: deliveryId } },
        UpdateExpression:
          'SET #order = list_append(#order, :added), nextSequence = nextSequence + :one',
        ConditionExpression: 'nextSequence = :sequence',
        ExpressionAttributeNames: { '#order': 'order' },
        ExpressionAttributeValues: {
          ':added': { L: [{ N: sequence }] },
          ':sequence': { N: sequence },
          ':one': { N: '1' },
        },
      }),
    );
  }
}

function partKey(deliveryId, number) {
  return { delivery_id: { S: deliveryId }, order: { N: String(number) } };
}

// One item for each user of a delivery. The caller that deletes the item delivers; no other can.
export class DeliveryTargets {
  #client;

  constructor(client) {
    this.#client = client;
  }

  create() {
    const index = {
      IndexName: DELIVERY_INDEX,
      KeySchema: tables.keySchema('delivery_id', 'user_id'),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    };
    const types = { user_id: 'S', delivery_id: 'S' };
    return create(this.#client, TARGETS_TABLE, types, { GlobalSecondaryIndexes: [index] });
  }

  addAll(deliveryId, userIds) {
    const puts = userIds.map((userId) =>
      tables.putRequest({ ...targetKey(userId, deliveryId), text: { S: `Hello ${userId}` } }),
    );
    return tables.writeAll(this.#client, BatchWriteItemCommand, TARGETS_TABLE, puts);
  }

  // The users without the delivery, from the index. They may be outdated; `deliver` decides.
  async pending(deliveryId) {
    const rows = await this.#query('delivery_id', deliveryId, { IndexName: DELIVERY_INDEX });
    return rows.map((row) => row.user_id.S);
  }

  // The deliveries that a user has not received, by a strongly consistent Query of the table.
  async deliveriesOf(userId) {
    const rows = await this.#query('user_id', userId, { ConsistentRead: true });
    return rows.map((row) => row.delivery_id.S);
  }

  // The text to send, for exactly one caller; undefined for every other.
  async deliver(userId, deliveryId) {
    const request = {
      TableName: TARGETS_TABLE,
      Key: targetKey(userId, deliveryId),
      ConditionExpression: 'attribute_exists(user_id)',
      ReturnValues: 'ALL_OLD',
    };
    try {
      return (await this.#client.send(new DeleteItemCommand(request))).Attributes.text.S;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  #query(attribute, value, options) {
    const request = {
      TableName: TARGETS_TABLE,
      KeyConditionExpression: `${attribute} = :value`,
      ExpressionAttributeValues: { ':value': { S: value } },
      ...options,
    };
    return tables.rows(paginateQuery({ client: this.#client }, request));
  }
}

function targetKey(userId, deliveryId) {
  return { user_id: { S: userId }, delivery_id: { S: deliveryId } };
}

// A separate table for one delivery, read by parallel scans and dropped at the end.
export class DeliveryTable {
  #client;

  constructor(client, deliveryId) {
    this.#client = client;
    this.tableName = `delivery-${deliveryId}`;
  }

  create() {
    return create(this.#client, this.tableName, { user_id: 'S' });
  }

  addAll(userIds) {
    const puts = userIds.map((userId) => tables.putRequest({ user_id: { S: userId } }));
    return tables.writeAll(this.#client, BatchWriteItemCommand, this.tableName, puts);
  }

  // The users of one segment.
  async segment(Segment, TotalSegments, options = {}) {
    const request = {
      TableName: this.tableName,
      Segment,
      TotalSegments,
      ConsistentRead: true,
      ...options,
    };
    const rows = await tables.rows(paginateScan({ client: this.#client }, request));
    return rows.map((row) => row.user_id.S);
  }

  // The users of all segments, scanned in parallel.
  segments(totalSegments, options = {}) {
    const numbers = Array.from({ length: totalSegments }, (_, number) => number);
    return Promise.all(numbers.map((number) => this.segment(number, totalSegments, options)));
  }

  drop() {
    return tables.remove(this.#client, this.tableName);
  }
}
