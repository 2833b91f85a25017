// Four ways to organise data with sort keys, after the AWS Database Blog.
//
// Device logs by time, places by a hierarchical key, chat messages by author or by time, and
// documents with their facets and versions side by side.

import {
  BatchWriteCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';

import * as tables from './tables.js';

const BillingMode = 'PAY_PER_REQUEST';

// A table with one string partition key, queried by conditions on its sort key.
class SortedTable {
  constructor(client, tableName, hashAttribute, rangeAttribute, rangeType = 'S') {
    this.client = client;
    this.tableName = tableName;
    this.hashAttribute = hashAttribute;
    this.rangeAttribute = rangeAttribute;
    this.rangeType = rangeType;
  }

  create(indexAttributes = {}, options = {}) {
    return tables.create(this.client, {
      TableName: this.tableName,
      AttributeDefinitions: tables.definitions({
        [this.hashAttribute]: 'S',
        [this.rangeAttribute]: this.rangeType,
        ...indexAttributes,
      }),
      KeySchema: tables.keySchema(this.hashAttribute, this.rangeAttribute),
      BillingMode,
      ...options,
    });
  }

  put(item, options = {}) {
    return this.client.send(new PutCommand({ TableName: this.tableName, Item: item, ...options }));
  }

  // A query request; `condition` names the sort key #range and its operands :a and :b.
  request(hash, condition, operands = [], options = {}, rangeAttribute = this.rangeAttribute) {
    const { ExpressionAttributeNames, ExpressionAttributeValues, ...others } = options;
    const values = { ':hash': hash };
    operands.forEach((operand, index) => (values[[':a', ':b'][index]] = operand));
    return {
      TableName: this.tableName,
      KeyConditionExpression: condition ? `#hash = :hash AND ${condition}` : '#hash = :hash',
      ExpressionAttributeNames: {
        '#hash': this.hashAttribute,
        ...(condition && { '#range': rangeAttribute }),
        ...ExpressionAttributeNames,
      },
      ExpressionAttributeValues: { ...values, ...ExpressionAttributeValues },
      ...others,
    };
  }

  rows(request) {
    return tables.rows(paginateQuery({ client: this.client }, request));
  }
}

// The reports of devices, by Unix seconds.
export class DeviceLog {
  #table;

  constructor(client) {
    this.#table = new SortedTable(client, 'device_log', 'deviceID', 'timestamp', 'N');
  }

  create() {
    return this.#table.create();
  }

  write(deviceID, timestamp, readings) {
    return this.#table.put({ deviceID, timestamp, ...readings });
  }

  at(deviceID, timestamp) {
    return this.#query(deviceID, '#range = :a', [timestamp]);
  }

  before(deviceID, timestamp, options) {
    return this.#query(deviceID, '#range < :a', [timestamp], options);
  }

  until(deviceID, timestamp, options) {
    return this.#query(deviceID, '#range <= :a', [timestamp], options);
  }

  after(deviceID, timestamp, options) {
    return this.#query(deviceID, '#range > :a', [timestamp], options);
  }

  since(deviceID, timestamp, options) {
    return this.#query(deviceID, '#range >= :a', [timestamp], options);
  }

  between(deviceID, first, last, options) {
    return this.#query(deviceID, '#range BETWEEN :a AND :b', [first, last], options);
  }

  // The newest entry of a device, or undefined.
  async latest(deviceID) {
    const request = this.#table.request(deviceID, '', [], { ScanIndexForward: false, Limit: 1 });
    return (await this.#table.client.send(new QueryCommand(request))).Items[0];
  }

  #query(deviceID, condition, operands, { newestFirst = false, pageSize } = {}) {
    const options = { ScanIndexForward: !newestFirst, Limit: pageSize };
    return this.#table.rows(this.#table.request(deviceID, condition, operands, options));
  }
}

// Places of one kind under a sort key COUNTRY-STATE-CITY, which narrows from left to right.
export class Places {
  #table;

  constructor(client) {
    this.#table = new SortedTable(client, 'places', 'kind', 'country-state-city');
  }

  create() {
    return this.#table.create();
  }

  // Adds places given as {key: population}.
  addAll(kind, places) {
    const puts = Object.entries(places).map(([place, population]) =>
      tables.putRequest({ kind, 'country-state-city': place, population }),
    );
    return tables.writeAll(this.#table.client, BatchWriteCommand, this.#table.tableName, puts);
  }

  // The keys of all places below a prefix, in the order of the keys.
  async within(kind, prefix, options = {}) {
    const rows = await this.#table.rows(this.#request(kind, prefix, options));
    return rows.map((row) => row['country-state-city']);
  }

  // Like the above, filtered by an attribute outside the key.
  largerThan(kind, prefix, population) {
    return this.within(kind, prefix, {
      FilterExpression: 'population > :population',
      ExpressionAttributeValues: { ':population': population },
    });
  }

  async count(kind, prefix) {
    let count = 0;
    const request = this.#request(kind, prefix, { Select: 'COUNT' });
    for await (const page of paginateQuery({ client: this.#table.client }, request)) {
      count += page.Count;
    }
    return count;
  }

  #request(kind, prefix, options) {
    return this.#table.request(kind, 'begins_with(#range, :a)', [prefix], options);
  }
}

// Messages of chat rooms by author, and by time through a local index with the reversed template. A
// busy room is spread over the partitions `room-1` … `room-N`; its readers query each of them.
export class ChatRooms {
  static BY_AUTHOR = 'user_name#yyyy-MM-dd:HH:mm:ss';
  static BY_TIME = 'yyyy-MM-dd:HH:mm:ss#user_name';
  static TIME_INDEX = 'time-index';

  #table;

  constructor(client) {
    this.#table = new SortedTable(client, 'chat', 'chatroomID', ChatRooms.BY_AUTHOR);
  }

  create() {
    const index = {
      IndexName: ChatRooms.TIME_INDEX,
      KeySchema: tables.keySchema('chatroomID', ChatRooms.BY_TIME),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    };
    return this.#table.create({ [ChatRooms.BY_TIME]: 'S' }, { LocalSecondaryIndexes: [index] });
  }

  say(chatroomID, userName, time, text) {
    return this.#table.put({
      chatroomID,
      [ChatRooms.BY_AUTHOR]: `${userName}#${time}`,
      [ChatRooms.BY_TIME]: `${time}#${userName}`,
      text,
    });
  }

  // Posts the message in one of the partitions of the room, in turn by its number.
  saySharded(room, shardCount, number, userName, time, text) {
    return this.say(`${room}-${(number % shardCount) + 1}`, userName, time, text);
  }

  // The texts of one author in the order of their messages.
  async byAuthor(room, userName, timePrefix = '') {
    return (await this.#messagesOf(room, userName, timePrefix)).map((message) => message.text);
  }

  // Authors and texts in order of time. The index contains only keys; the texts come from the
  // table.
  async byTime(room, timePrefix) {
    const options = {
      IndexName: ChatRooms.TIME_INDEX,
      ConsistentRead: true,
      ProjectionExpression: '#author, #text',
      ExpressionAttributeNames: { '#author': ChatRooms.BY_AUTHOR, '#text': 'text' },
    };
    const messages = await this.#indexRows(room, timePrefix, options);
    return messages.map((message) => [message[ChatRooms.BY_AUTHOR].split('#')[0], message.text]);
  }

  // The rows of a room in the time index itself.
  indexRows(room) {
    return this.#indexRows(room, '2', { IndexName: ChatRooms.TIME_INDEX });
  }

  // The texts of one author from all partitions of a room, merged by time.
  async byAuthorSharded(room, shardCount, userName) {
    const shards = Array.from({ length: shardCount }, (_, shard) => `${room}-${shard + 1}`);
    const messages = await Promise.all(
      shards.map((shard) => this.#messagesOf(shard, userName, '')),
    );
    const byTime = (a, b) => (a[ChatRooms.BY_TIME] < b[ChatRooms.BY_TIME] ? -1 : 1);
    return messages
      .flat()
      .sort(byTime)
      .map((message) => message.text);
  }

  #messagesOf(room, userName, timePrefix) {
    const prefix = `${userName}#${timePrefix}`;
    return this.#table.rows(this.#table.request(room, 'begins_with(#range, :a)', [prefix]));
  }

  #indexRows(room, prefix, options) {
    const condition = 'begins_with(#range, :a)';
    return this.#table.rows(
      this.#table.request(room, condition, [prefix], options, ChatRooms.BY_TIME),
    );
  }
}

// Documents whose facets and versions are next to each other; `v_0` is a copy of the newest
// version, which transactions keep equal to it. A document whose metadata are locked gets no new
// version.
export class Documents {
  #client;
  #table;

  constructor(client) {
    this.#client = client;
    this.#table = new SortedTable(client, 'documents', 'document_id', 'facet');
  }

  create() {
    return this.#table.create();
  }

  setFacet(document_id, facet, attributes) {
    return this.#table.put({ document_id, facet, ...attributes });
  }

  // One facet by an equality on the sort key, or undefined.
  async facet(documentId, facet) {
    const options = { ConsistentRead: true };
    return (
      await this.#table.rows(this.#table.request(documentId, '#range = :a', [facet], options))
    )[0];
  }

  // Saves a version under its number, and makes it the newest: in both places or in neither.
  //
  // A number can be saved only once, and none after a greater one. Repeating a request that has a
  // name saves nothing again.
  saveVersion(document_id, number, attributes, request) {
    const TableName = this.#table.tableName;
    const unlocked = {
      TableName,
      Key: { document_id, facet: 'metadata' },
      ConditionExpression: 'attribute_not_exists(locked)',
    };
    const version = { document_id, number, ...attributes };
    const numbered = {
      TableName,
      Item: { ...version, facet: `v_${number}` },
      ConditionExpression: 'attribute_not_exists(facet)',
    };
    const newest = {
      TableName,
      Item: { ...version, facet: 'v_0' },
      ConditionExpression: 'attribute_not_exists(facet) OR #number < :number',
      ExpressionAttributeNames: { '#number': 'number' },
      ExpressionAttributeValues: { ':number': number },
    };
    return this.#client.send(
      new TransactWriteCommand({
        TransactItems: [{ ConditionCheck: unlocked }, { Put: numbered }, { Put: newest }],
        ClientRequestToken: request,
      }),
    );
  }

  // Facets as they all were at one moment, each an item or undefined.
  async atOneMoment(document_id, ...facets) {
    const TableName = this.#table.tableName;
    const TransactItems = facets.map((facet) => ({
      Get: { TableName, Key: { document_id, facet } },
    }));
    const { Responses } = await this.#client.send(new TransactGetCommand({ TransactItems }));
    return Responses.map((found) => found.Item);
  }

  // `v_0`, `v_1`, … in the order of the sort key.
  history(documentId) {
    const options = { ConsistentRead: true };
    return this.#table.rows(
      this.#table.request(documentId, 'begins_with(#range, :a)', ['v_'], options),
    );
  }

  everything(documentId) {
    return this.#table.rows(this.#table.request(documentId, '', [], { ConsistentRead: true }));
  }
}
