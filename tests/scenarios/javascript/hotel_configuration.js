// Hotel configuration on a single table, after the AWS sample of an enterprise application.
//
// A hotel is one object to its users and many records in the table, all under the hotel's `code`:
// each nested object is a separate record, identified by the prefix of its `itemType`. One query
// returns the whole hotel. Reads use the legacy KeyConditions; writes are batches.

import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';

import * as tables from './tables.js';

export const TABLE_NAME = 'hotel-configuration';
export const USER_INDEX = 'user-index';

export const GENERAL = 'cfg-general';
export const ROOM = 'cfg-room-';
export const ROOM_TYPE = 'cfg-roomType-';
export const ROOM_TYPE_PICTURE = 'cfg-roomType-picture-';
const SELLABLE = 'cfg-sellable-';
const TAG = 'cfg-tag-';
const HISTORY = 'cfg-history-';
const ALL = 'cfg-';

// The lists of a hotel, the prefix of their records, and the attribute which completes the item
// type.
const PARTS = {
  pictures: [ROOM_TYPE_PICTURE, 'id'],
  rooms: [ROOM, 'number'],
  roomTypes: [ROOM_TYPE, 'code'],
  sellables: [SELLABLE, 'code'],
  tags: [TAG, 'code'],
  pendingChanges: [HISTORY, 'timeStamp'],
};

// The records of a hotel object; each of its nested objects becomes a separate one.
function toRecords(hotel, user) {
  const general = { itemType: GENERAL, user, lastUpdatedBy: user };
  for (const [name, value] of Object.entries(hotel)) {
    if (!(name in PARTS)) general[name] = value;
  }
  const parts = Object.keys(PARTS).flatMap((part) =>
    (hotel[part] ?? []).map((element) => partToRecord(hotel.code, part, element, user)),
  );
  return [general, ...parts];
}

function partToRecord(code, part, element, user) {
  const [prefix, idAttribute] = PARTS[part];
  return { code, itemType: `${prefix}${element[idAttribute]}`, part: element, lastUpdatedBy: user };
}

// The hotel object of these records, in any order; undefined without a general record.
function fromRecords(records) {
  let hotel;
  const parts = {};
  for (const record of records) {
    if (record.itemType === GENERAL) {
      const { itemType, user, lastUpdatedBy, ...general } = record;
      hotel = general;
    } else {
      (parts[partOf(record.itemType)] ??= []).push(record.part);
    }
  }
  return hotel && { ...hotel, ...parts };
}

function partOf(itemType) {
  return Object.keys(PARTS).find((part) => itemType.startsWith(PARTS[part][0]));
}

// Saves and finds hotels.
export class HotelConfiguration {
  #client;

  constructor(client) {
    this.#client = client;
  }

  createTable() {
    return tables.create(this.#client, {
      TableName: TABLE_NAME,
      AttributeDefinitions: tables.definitions({ code: 'S', itemType: 'S', user: 'S' }),
      KeySchema: tables.keySchema('code', 'itemType'),
      GlobalSecondaryIndexes: [
        {
          IndexName: USER_INDEX,
          KeySchema: tables.keySchema('user'),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name'] },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    });
  }

  // Writes all records of a hotel; a part that the object no longer has is not deleted.
  save(hotel, user) {
    const puts = toRecords(hotel, user).map(tables.putRequest);
    return tables.writeAll(this.#client, BatchWriteCommand, TABLE_NAME, puts);
  }

  // Writes one nested object.
  savePart(code, part, element, user) {
    const Item = partToRecord(code, part, element, user);
    return this.#client.send(new PutCommand({ TableName: TABLE_NAME, Item }));
  }

  deletePart(code, part, elementId) {
    const Key = { code, itemType: `${PARTS[part][0]}${elementId}` };
    return this.#client.send(new DeleteCommand({ TableName: TABLE_NAME, Key }));
  }

  // The general record of a hotel, or undefined.
  async general(code) {
    const request = { TableName: TABLE_NAME, Key: { code, itemType: GENERAL } };
    return (await this.#client.send(new GetCommand(request))).Item;
  }

  // The whole hotel by one query, or undefined.
  async find(code) {
    return fromRecords(await this.records(code, ALL));
  }

  // The records whose item type has a prefix, in the order of their item types.
  records(code, prefix, options = {}) {
    return tables.rows(this.pages(code, prefix, options));
  }

  pages(code, prefix, options = {}) {
    const KeyConditions = {
      code: { AttributeValueList: [code], ComparisonOperator: 'EQ' },
      itemType: { AttributeValueList: [prefix], ComparisonOperator: 'BEGINS_WITH' },
    };
    const request = { TableName: TABLE_NAME, KeyConditions, ...options };
    return paginateQuery({ client: this.#client }, request);
  }

  // The code and name of each hotel that a user has saved, as the index returns them.
  hotelsOf(user) {
    const KeyConditions = { user: { AttributeValueList: [user], ComparisonOperator: 'EQ' } };
    const request = { TableName: TABLE_NAME, IndexName: USER_INDEX, KeyConditions };
    return tables.rows(paginateQuery({ client: this.#client }, request));
  }

  // These pictures, in no particular order, by batch reads.
  async pictures(code, pictureIds) {
    const keys = pictureIds.map((id) => ({ code, itemType: `${ROOM_TYPE_PICTURE}${id}` }));
    const options = { ConsistentRead: true };
    const records = await tables.getAll(this.#client, BatchGetCommand, TABLE_NAME, keys, options);
    return records.map((record) => record.part);
  }

  // Deletes all records of a hotel; returns how many.
  async delete(code) {
    const keys = await this.records(code, ALL, { AttributesToGet: ['code', 'itemType'] });
    const deletes = keys.map(tables.deleteRequest);
    await tables.writeAll(this.#client, BatchWriteCommand, TABLE_NAME, deletes);
    return keys.length;
  }
}
