// Scenario 3, delivery lists: strongly consistent reads, the 400 KB limit, deliveries made exactly
// once.

import assert from 'node:assert/strict';

import {
  BatchGetItemCommand,
  DescribeTableCommand,
  GetItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';

import {
  DELIVERY_INDEX,
  DeliveryList,
  DeliveryTable,
  DeliveryTargets,
  LISTS_TABLE,
  PARTS_TABLE,
  SplitDeliveryList,
  TARGETS_TABLE,
  isFull,
} from './delivery_lists.js';
import { WORKER_COUNT, race, refused, scenario, sequence } from './harness.js';

const ITEM_BYTES_MAX = 409600;

function userIds(count, prefix = 'user') {
  return sequence(count, (number) => `${prefix}-${String(number).padStart(95, '0')}`);
}

// The size of an item with a delivery_id and user_ids: names, key, and a list of strings.
function listItemBytes(deliveryId, users) {
  const names = 'delivery_id'.length + 'user_ids'.length;
  return users.reduce((size, user) => size + 1 + user.length, names + deliveryId.length + 3);
}

const listTest = scenario(
  (deployment) => ({ list: new DeliveryList(deployment.client()) }),
  (it) => it.list.create(),
);

// Appends a thousand users at a time until that is refused; returns who is in the list.
async function fill(it, deliveryId) {
  const users = [];
  for (;;) {
    const more = userIds(1000, `u${String(users.length).padStart(5, '0')}`);
    try {
      await it.list.append(deliveryId, more);
    } catch (error) {
      assert(isFull(error), error);
      return users;
    }
    users.push(...more);
  }
}

listTest('a list grows until the item is full', async (it) => {
  const users = await fill(it, 'news');
  assert(listItemBytes('news', users) < ITEM_BYTES_MAX);
  assert(listItemBytes('news', [...users, ...userIds(1000, 'u00000')]) > ITEM_BYTES_MAX);
  assert.deepEqual(await it.list.users('news'), users);
  await it.checkpoint();
  assert.deepEqual(await it.list.users('news'), users);
  const last = 'x'.repeat(ITEM_BYTES_MAX - listItemBytes('news', users) - 1);
  const message = 'Item size to update has exceeded the maximum allowed size';
  await refused('ValidationException', message, it.list.append('news', [`${last}x`]));
  assert.deepEqual(await it.list.users('news'), users);
  await it.list.append('news', [last]);
  await refused('ValidationException', message, it.list.append('news', ['']));
  await it.checkpoint();
  assert.deepEqual(await it.list.users('news'), [...users, last]);
});

listTest('put takes exactly 400 kilobytes', async (it) => {
  const users = userIds(10);
  const bytes = ITEM_BYTES_MAX - listItemBytes('news', users) - 'text'.length;
  const text = (count) => ({ text: { S: 'x'.repeat(count) } });
  await it.list.put('news', users, text(bytes));
  await it.checkpoint();
  const message = 'Item size has exceeded the maximum allowed size';
  await refused('ValidationException', message, it.list.put('news', [], text(ITEM_BYTES_MAX)));
  await refused('ValidationException', message, it.list.put('news', users, text(bytes + 1)));
  assert.deepEqual(await it.list.users('news'), users);
});

listTest('racing appends are all kept', async (it) => {
  await race(async (worker) => {
    for (const number of sequence(10)) await it.list.append('news', [`${worker}-${number}`]);
  });
  await it.checkpoint();
  const users = await it.list.users('news');
  assert.equal(users.length, 10 * WORKER_COUNT);
  for (const worker of sequence(WORKER_COUNT)) {
    const own = users.filter((user) => user.startsWith(`${worker}-`));
    assert.deepEqual(
      own,
      sequence(10, (number) => `${worker}-${number}`),
    );
  }
});

const splitTest = scenario(
  (deployment) => ({ list: new SplitDeliveryList(deployment.client()) }),
  async (it) => {
    await it.list.create();
    await it.list.open('news');
  },
);

splitTest('a list is split over numbered parts', async (it) => {
  assert.deepEqual(await it.list.order('news'), { numbers: [], next: 1 });
  const users = [];
  let more = [];
  while ((await it.list.order('news')).numbers.length < 3) {
    more = userIds(1200, `u${String(users.length).padStart(5, '0')}`);
    await it.list.append('news', more);
    users.push(...more);
  }
  await it.checkpoint();
  assert.deepEqual(await it.list.order('news'), { numbers: [1, 2, 3], next: 4 });
  assert.deepEqual(await it.list.users('news'), users);
  assert.deepEqual((await it.list.pages('news')).flat(), users);
  for (const number of [1, 2]) {
    const part = await it.list.part('news', number);
    assert(listItemBytes('news', [...part, ...more]) > ITEM_BYTES_MAX);
  }
});

splitTest('a query stops after one megabyte', async (it) => {
  const users = userIds(3700);
  for (let parts = 0; parts < 4; parts += 1) {
    await it.list.appendToPart('news', await it.list.addSequence('news'), users);
  }
  await it.checkpoint();
  const sizes = (await it.list.pages('news')).map((page) => page.length);
  assert.deepEqual(sizes, [11100, 3700]);
});

splitTest('open is harmless when repeated', async (it) => {
  await it.list.addSequence('news');
  await it.list.open('news');
  assert.deepEqual(await it.list.order('news'), { numbers: [1], next: 2 });
});

splitTest('racing workers get numbers of their own', async (it) => {
  const taken = await race(async () => {
    const own = [];
    while (own.length < 4) own.push(await it.list.addSequence('news'));
    return own;
  });
  await it.checkpoint();
  const numbers = sequence(4 * WORKER_COUNT, (number) => number + 1);
  assert.deepEqual(
    taken.flat().sort((a, b) => a - b),
    numbers,
  );
  assert.deepEqual(await it.list.order('news'), { numbers, next: numbers.length + 1 });
});

const targetTest = scenario(
  (deployment) => ({ targets: new DeliveryTargets(deployment.client()) }),
  (it) => it.targets.create(),
);

targetTest('a delivery is made once', async (it) => {
  await it.targets.addAll('news', ['ann', 'bob']);
  await it.targets.addAll('sale', ['bob']);
  assert.deepEqual(await it.targets.deliveriesOf('bob'), ['news', 'sale']);
  assert.equal(await it.targets.deliver('bob', 'news'), 'Hello bob');
  await it.checkpoint();
  assert.equal(await it.targets.deliver('bob', 'news'), undefined);
  assert.equal(await it.targets.deliver('eve', 'news'), undefined);
  assert.deepEqual(await it.targets.deliveriesOf('bob'), ['sale']);
  assert.deepEqual(await it.targets.pending('news'), ['ann']);
});

async function runOver(it, users) {
  const texts = [];
  for (const user of users) {
    const text = await it.targets.deliver(user, 'news');
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

targetTest('racing runs send nothing twice', async (it) => {
  const users = userIds(24);
  await it.targets.addAll('news', users);
  const pending = await it.targets.pending('news');
  assert.deepEqual(pending, users);
  const first = (await race(() => runOver(it, pending.slice(0, 15)))).flat();
  await it.checkpoint();
  // A second run works from the same old list, as one would that had read it before the first.
  const second = (await race(() => runOver(it, pending))).flat();
  assert.deepEqual([first.length, second.length], [15, 9]);
  const texts = users.map((user) => `Hello ${user}`);
  assert.deepEqual([...first, ...second].sort(), texts);
  assert.deepEqual(await it.targets.pending('news'), []);
});

const tableTest = scenario((deployment) => {
  const client = deployment.client();
  return { client, table: new DeliveryTable(client, 'news-2026') };
});

tableTest('a parallel scan finds every user once', async (it) => {
  const users = userIds(500);
  await it.table.create();
  await it.table.addAll(users);
  await it.checkpoint();
  for (const totalSegments of [1, 4, WORKER_COUNT]) {
    for (const options of [{}, { Limit: 7 }]) {
      const segments = await it.table.segments(totalSegments, options);
      assert.deepEqual(segments.flat().sort(), users);
    }
  }
  const [halves, quarters] = [await it.table.segments(2), await it.table.segments(4)];
  assert.deepEqual(await it.table.segments(4), quarters, 'the order of a scan is stable');
  assert.deepEqual([...quarters[0], ...quarters[1]], halves[0]);
  assert(
    quarters.every((segment) => segment.length > 0),
    'users are spread over the segments',
  );
});

tableTest('a dropped table is gone', async (it) => {
  await it.table.create();
  await it.table.addAll(['ann']);
  await it.table.drop();
  await it.checkpoint();
  const notFound = 'ResourceNotFoundException';
  await refused(notFound, 'Requested resource not found', it.table.segment(0, 1));
  const TableName = it.table.tableName;
  const message = `Requested resource not found: Table: ${TableName} not found`;
  await refused(notFound, message, it.client.send(new DescribeTableCommand({ TableName })));
  await it.table.create();
  assert.deepEqual(await it.table.segment(0, 1), [], 'a table of the same name starts empty');
});

tableTest('segments are checked', async (it) => {
  await it.table.create();
  const message =
    'The Segment parameter is zero-based and must be less than parameter TotalSegments';
  await refused('ValidationException', message, it.table.segment(4, 4));
});

const readTest = scenario(
  (deployment) => {
    const client = deployment.client();
    return { client, targets: new DeliveryTargets(client), parts: new SplitDeliveryList(client) };
  },
  async (it) => {
    await it.targets.create();
    await it.parts.create();
  },
);

readTest('writes are seen at once', async (it) => {
  const scan = new ScanCommand({ TableName: TARGETS_TABLE, ConsistentRead: true });
  for (const number of sequence(20)) {
    await it.targets.addAll('news', [`user-${number}`]);
    assert.deepEqual(await it.targets.deliveriesOf(`user-${number}`), ['news']);
    assert.equal((await it.client.send(scan)).Count, number + 1);
  }
  await it.checkpoint();
  assert.equal((await it.client.send(scan)).Count, 20);
});

readTest('a global index refuses strongly consistent reads', async ({ client }) => {
  const message = 'Consistent reads are not supported on global secondary indexes';
  const index = { TableName: TARGETS_TABLE, IndexName: DELIVERY_INDEX, ConsistentRead: true };
  const query = {
    KeyConditionExpression: 'delivery_id = :d',
    ExpressionAttributeValues: { ':d': { S: 'news' } },
  };
  const queried = client.send(new QueryCommand({ ...index, ...query }));
  await refused('ValidationException', message, queried);
  await refused('ValidationException', message, client.send(new ScanCommand(index)));
});

readTest('every read but Scan needs the partition key', async ({ client }) => {
  for (const [condition, message] of [
    ['delivery_id = :v', 'Query condition missed key schema element: user_id'],
    ['user_id > :v', 'Query key condition not supported'],
    ['begins_with(user_id, :v)', 'Query key condition not supported'],
  ]) {
    const request = {
      TableName: TARGETS_TABLE,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: { ':v': { S: 'a' } },
    };
    await refused('ValidationException', message, client.send(new QueryCommand(request)));
  }
  await refused(
    'ValidationException',
    'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    client.send(new QueryCommand({ TableName: TARGETS_TABLE })),
  );
  const get = { TableName: TARGETS_TABLE, Key: { delivery_id: { S: 'news' } } };
  await refused(
    'ValidationException',
    'The provided key element does not match the schema',
    client.send(new GetItemCommand(get)),
  );
});

readTest('strong reads cost twice eventual ones', async (it) => {
  await it.parts.appendToPart('news', 1, userIds(90));
  await it.parts.appendToPart('news', 2, userIds(40));
  await it.checkpoint();
  const bytes = [90, 40].map((count) => listItemBytes('news', userIds(count)) + 'order'.length + 2);
  const units = [bytes[0], bytes[0] + bytes[1]].map((size) => Math.ceil(size / 4096));
  assert.deepEqual(units, [3, 4]);
  const key = (deliveryId) => ({ Key: { delivery_id: { S: deliveryId }, order: { N: '1' } } });
  const query = {
    KeyConditionExpression: 'delivery_id = :d',
    ExpressionAttributeValues: { ':d': { S: 'news' } },
  };
  for (const [strongUnits, Command, request] of [
    [units[0], GetItemCommand, key('news')],
    [1, GetItemCommand, key('other')],
    [units[1], QueryCommand, query],
    [units[1], ScanCommand, {}],
  ]) {
    for (const ConsistentRead of [true, false]) {
      const read = { TableName: PARTS_TABLE, ConsistentRead, ReturnConsumedCapacity: 'TOTAL' };
      const { ConsumedCapacity } = await it.client.send(new Command({ ...read, ...request }));
      const CapacityUnits = ConsistentRead ? strongUnits : strongUnits / 2;
      assert.deepEqual({ ...ConsumedCapacity }, { TableName: PARTS_TABLE, CapacityUnits });
    }
  }
});

readTest('batch reads cost the same', async (it) => {
  await new DeliveryList(it.client).create();
  await new DeliveryList(it.client).put('news', userIds(90));
  await it.checkpoint();
  const Keys = ['news', 'other'].map((deliveryId) => ({ delivery_id: { S: deliveryId } }));
  for (const [ConsistentRead, CapacityUnits] of [
    [true, 4],
    [false, 2],
  ]) {
    const response = await it.client.send(
      new BatchGetItemCommand({
        RequestItems: { [LISTS_TABLE]: { Keys, ConsistentRead } },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    assert.deepEqual(response.ConsumedCapacity, [{ TableName: LISTS_TABLE, CapacityUnits }]);
    assert.equal(response.Responses[LISTS_TABLE].length, 1);
  }
});
