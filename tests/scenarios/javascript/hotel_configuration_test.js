// Scenario 5, hotel configuration: a single table read by legacy KeyConditions and written in
// batches.

import assert from 'node:assert/strict';

import {
  BatchGetCommand,
  BatchWriteCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';

import { WORKER_COUNT, race, refused, scenario, sequence } from './harness.js';
import { GENERAL, HotelConfiguration, ROOM, ROOM_TYPE, TABLE_NAME } from './hotel_configuration.js';
import * as tables from './tables.js';

const hotelTest = scenario(
  (deployment) => {
    const client = deployment.documentClient();
    return { client, configuration: new HotelConfiguration(client) };
  },
  (it) => it.configuration.createTable(),
);

function padded(number, width) {
  return String(number).padStart(width, '0');
}

// A hotel with something in each of its parts, in the order in which a query returns them.
function hotel(code, rooms = 4) {
  return {
    code,
    name: `Hotel ${code}`,
    description: '',
    currencyCode: 'EUR',
    defaultMarketing: { tagLine: 'Sleep well', description: null },
    options: { bookable: true, shoppable: false },
    rooms: sequence(rooms, (number) => ({
      number: padded(number, 3),
      type: 'DBL',
      floor: Math.floor(number / 10),
      attributes: [{ code: 'SEA' }, []],
    })),
    roomTypes: [
      { code: 'DBL', name: 'Double', lowPrice: 99.5, highPrice: 149.99 },
      { code: 'SGL', name: 'Single', lowPrice: 59, highPrice: 100 },
    ],
    pictures: [{ id: '1', rawData: new Uint8Array([137, 80]), tags: new Set(['main', 'sea']) }],
    sellables: [{ code: 'BRK', quantity: 0, pricePerUnit: -0.01, inventoryType: 'per_day' }],
    tags: [{ code: 'SEA', priceImpact: 10, priceUpdateUnit: 'percent' }],
  };
}

// A client whose table takes at most so many writes of a batch and returns the others unprocessed.
class Throttled {
  calls = 0;

  constructor(client, writesMax) {
    this.client = client;
    this.writesMax = writesMax;
  }

  async send(command) {
    if (!(command instanceof BatchWriteCommand)) return this.client.send(command);
    this.calls += 1;
    const requests = command.input.RequestItems[TABLE_NAME];
    const taken = { RequestItems: { [TABLE_NAME]: requests.slice(0, this.writesMax) } };
    const response = await this.client.send(new BatchWriteCommand(taken));
    const rest = requests.slice(this.writesMax);
    return { ...response, UnprocessedItems: rest.length > 0 ? { [TABLE_NAME]: rest } : {} };
  }
}

async function itemTypes(it, prefix, options) {
  const records = await it.configuration.records('PAR', prefix, options);
  return records.map((record) => record.itemType);
}

hotelTest('a hotel comes back whole', async (it) => {
  await it.configuration.save(hotel('PAR', 60), 'ann');
  await it.configuration.save(hotel('PARIS', 1), 'bob');
  await it.checkpoint();
  assert.deepEqual(await it.configuration.find('PAR'), hotel('PAR', 60));
  assert.deepEqual(await it.configuration.find('PARIS'), hotel('PARIS', 1));
  assert.equal(await it.configuration.find('PA'), undefined);
});

hotelTest('prefixes select the parts', async (it) => {
  await it.configuration.save(hotel('PAR'), 'ann');
  await it.checkpoint();
  const rooms = sequence(4, (number) => `cfg-room-${padded(number, 3)}`);
  const types = ['cfg-roomType-DBL', 'cfg-roomType-SGL', 'cfg-roomType-picture-1'];
  const both = [...rooms, ...types];
  assert.deepEqual(await itemTypes(it, ROOM), rooms);
  assert.deepEqual(await itemTypes(it, ROOM_TYPE), types);
  assert.deepEqual(await itemTypes(it, 'cfg-room'), both);
  assert.deepEqual(await itemTypes(it, 'cfg-g'), ['cfg-general']);
  assert.deepEqual(await itemTypes(it, 'cfg-rooms'), []);
  assert.deepEqual(await itemTypes(it, 'cfg-room', { Limit: 2 }), both);
  const backwards = await itemTypes(it, 'cfg-room', { ScanIndexForward: false });
  assert.deepEqual(backwards, [...both].reverse());
});

hotelTest('nested objects are written on their own', async (it) => {
  const expected = hotel('PAR');
  const view = { code: 'VIEW', priceImpact: 5 };
  await it.configuration.save(expected, 'ann');
  await it.configuration.savePart('PAR', 'tags', view, 'bob');
  await it.configuration.deletePart('PAR', 'rooms', '001');
  await it.configuration.deletePart('PAR', 'rooms', '999');
  await it.checkpoint();
  const change = { timeStamp: '2026-01-02T03:04:05', eventName: 'update', newValue: 'VIEW' };
  const renamed = { number: '002', name: 'renamed' };
  await it.configuration.savePart('PAR', 'pendingChanges', change, 'bob');
  await it.configuration.savePart('PAR', 'rooms', renamed, 'bob');
  expected.tags.push(view);
  expected.rooms = [expected.rooms[0], renamed, expected.rooms[3]];
  expected.pendingChanges = [change];
  await it.checkpoint();
  assert.deepEqual(await it.configuration.find('PAR'), expected);
});

hotelTest('the general record is read alone', async (it) => {
  await it.configuration.save(hotel('PAR'), 'ann');
  await it.checkpoint();
  const general = await it.configuration.general('PAR');
  assert.deepEqual([general.itemType, general.user, general.description], [GENERAL, 'ann', '']);
  assert(!('rooms' in general));
  assert.equal(await it.configuration.general('LON'), undefined);
});

hotelTest('the index finds the hotels of a user', async (it) => {
  for (const [code, user] of [
    ['PAR', 'ann'],
    ['LON', 'bob'],
    ['ROM', 'ann'],
  ]) {
    await it.configuration.save(hotel(code), user);
  }
  await it.checkpoint();
  const byCode = (a, b) => (a.code < b.code ? -1 : 1);
  const row = (code, user, name = `Hotel ${code}`) => ({ code, itemType: GENERAL, user, name });
  const hotelsOf = async (user) => (await it.configuration.hotelsOf(user)).sort(byCode);
  assert.deepEqual(await hotelsOf('ann'), [row('PAR', 'ann'), row('ROM', 'ann')]);
  await it.configuration.save({ ...hotel('PAR'), name: 'Ritz' }, 'bob');
  assert.deepEqual(await hotelsOf('ann'), [row('ROM', 'ann')]);
  assert.deepEqual(await hotelsOf('bob'), [row('LON', 'bob'), row('PAR', 'bob', 'Ritz')]);
  assert.deepEqual(await hotelsOf('eve'), []);
});

hotelTest('a deleted hotel is gone', async (it) => {
  await it.configuration.save(hotel('PAR', 60), 'ann');
  await it.configuration.save(hotel('LON'), 'ann');
  await it.checkpoint();
  assert.equal(await it.configuration.delete('PAR'), 66);
  assert.equal(await it.configuration.find('PAR'), undefined);
  assert.equal(await it.configuration.delete('PAR'), 0);
  assert.deepEqual(await it.configuration.find('LON'), hotel('LON'));
  assert.deepEqual(
    (await it.configuration.hotelsOf('ann')).map((row) => row.code),
    ['LON'],
  );
});

hotelTest('unprocessed writes are sent again', async (it) => {
  const throttled = new Throttled(it.client, 10);
  await new HotelConfiguration(throttled).save(hotel('PAR', 50), 'ann');
  assert.equal(throttled.calls, 3 + 3 + 1, '56 records in groups of 25, 25 and 6');
  await it.checkpoint();
  assert.deepEqual(await it.configuration.find('PAR'), hotel('PAR', 50));
});

hotelTest('racing editors keep all their parts', async (it) => {
  await it.configuration.save(hotel('PAR', 0), 'ann');
  await race(async (worker) => {
    for (const number of sequence(20)) {
      const room = { number: `${worker}${padded(number, 2)}`, name: `by ${worker}` };
      await it.configuration.savePart('PAR', 'rooms', room, `editor-${worker}`);
    }
  });
  await it.checkpoint();
  const numbers = (await it.configuration.find('PAR')).rooms.map((room) => room.number);
  const expected = sequence(WORKER_COUNT, (worker) =>
    sequence(20, (number) => `${worker}${padded(number, 2)}`),
  );
  assert.deepEqual(numbers, expected.flat());
});

// A hotel whose pictures are larger than any one response may be.
const PICTURE_BYTES = 390000;
const PICTURE_COUNT = 45;

function picture(number) {
  return { id: padded(number, 2), rawData: padded(number, 2).repeat(PICTURE_BYTES / 2) };
}

function assertPictures(pictures) {
  const byId = [...pictures].sort((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(
    byId.map(({ id }) => id),
    sequence(PICTURE_COUNT, (number) => padded(number, 2)),
  );
  for (const [number, { rawData }] of byId.entries()) {
    assert(rawData === picture(number).rawData, `picture ${number} has changed`);
  }
}

hotelTest('a large hotel is read in pages and batches', async (it) => {
  const pictures = sequence(PICTURE_COUNT, picture);
  const ids = pictures.map(({ id }) => id);
  await it.configuration.save({ ...hotel('PAR'), pictures }, 'ann');
  await it.checkpoint();
  assertPictures(await it.configuration.pictures('PAR', [...ids, 'missing']));
  const sizes = [];
  const found = [];
  for await (const page of it.configuration.pages('PAR', 'cfg-roomType-picture-')) {
    sizes.push(page.Count);
    found.push(...page.Items.map((record) => record.part));
  }
  assertPictures(found);
  assert.deepEqual(
    sizes.slice(0, 15),
    sequence(15, () => 3),
  );
  const Keys = ids.map((id) => ({ code: 'PAR', itemType: `cfg-roomType-picture-${id}` }));
  const request = { RequestItems: { [TABLE_NAME]: { Keys, ConsistentRead: true } } };
  const response = await it.client.send(new BatchGetCommand(request));
  const read = response.Responses[TABLE_NAME].length;
  const unprocessed = response.UnprocessedKeys[TABLE_NAME];
  assert.equal(unprocessed.ConsistentRead, true);
  assert.equal(read + unprocessed.Keys.length, PICTURE_COUNT);
  assert(read * PICTURE_BYTES <= 16 * 1024 * 1024);
});

function refusedQuery(it, message, request) {
  const command = new QueryCommand({ TableName: TABLE_NAME, ...request });
  return refused('ValidationException', message, it.client.send(command));
}

hotelTest('key conditions are checked', async (it) => {
  const equal = { AttributeValueList: ['PAR'], ComparisonOperator: 'EQ' };
  const prefix = { AttributeValueList: ['cfg-'], ComparisonOperator: 'BEGINS_WITH' };
  const contains = { AttributeValueList: ['cfg-'], ComparisonOperator: 'CONTAINS' };
  for (const [message, KeyConditions] of [
    ['Query condition missed key schema element: code', { itemType: prefix }],
    ['Query key condition not supported', { code: prefix }],
    [
      'Attempted conditional constraint is not an indexable operation',
      { code: equal, itemType: contains },
    ],
  ]) {
    await refusedQuery(it, message, { KeyConditions });
  }
  await refusedQuery(
    it,
    'Can not use both expression and non-expression parameters in the same request: ' +
      'Non-expression parameters: {KeyConditions} Expression parameters: {KeyConditionExpression}',
    {
      KeyConditions: { code: equal },
      KeyConditionExpression: 'code = :code',
      ExpressionAttributeValues: { ':code': 'PAR' },
    },
  );
  await refusedQuery(it, 'The table does not have the specified index: owner-index', {
    IndexName: 'owner-index',
    KeyConditions: { user: equal },
  });
});

// Asserts that a batch of puts is refused and that none of it has been written.
async function refusedBatch(it, message, records) {
  const request = { RequestItems: { [TABLE_NAME]: records.map(tables.putRequest) } };
  await refused('ValidationException', message, it.client.send(new BatchWriteCommand(request)));
  assert.deepEqual(await it.configuration.records('PAR', 'cfg-'), []);
}

hotelTest('a batch is limited to 25 writes', (it) =>
  refusedBatch(
    it,
    `1 validation error detected: Value at 'RequestItems.${TABLE_NAME}.member' failed to satisfy ` +
      'constraint: Member must have length less than or equal to 25',
    sequence(26, (number) => ({ code: 'PAR', itemType: `cfg-room-${number}` })),
  ),
);

hotelTest('a batch is refused as a whole', async (it) => {
  const [first, second] = sequence(2, (number) => ({
    code: 'PAR',
    itemType: `cfg-room-${number}`,
  }));
  await refusedBatch(it, 'Provided list of item keys contains duplicates', [first, second, first]);
  const schema = 'The provided key element does not match the schema';
  await refusedBatch(it, schema, [first, { code: 'PAR' }]);
  await refusedBatch(
    it,
    'One or more parameter values were invalid: Type mismatch for Index Key user ' +
      'Expected: S Actual: NULL IndexName: user-index',
    [first, { code: 'PAR', itemType: GENERAL, user: null }],
  );
});

hotelTest('an index key must not be empty', (it) => {
  const Item = { code: 'PAR', itemType: GENERAL, user: '' };
  return refused(
    'ValidationException',
    'One or more parameter values are not valid. A value specified for a secondary index key is not ' +
      'supported. The AttributeValue for a key attribute cannot contain an empty string value. ' +
      'IndexName: user-index, IndexKey: user',
    it.client.send(new PutCommand({ TableName: TABLE_NAME, Item })),
  );
});
