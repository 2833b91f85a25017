// Scenario 3 in PartiQL: statements find what the operations find, at the same cost, and deliver
// exactly once.

import assert from 'node:assert/strict';

import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  GetItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
} from '@aws-sdk/client-dynamodb';

import {
  DELIVERY_INDEX,
  DeliveryTargets,
  PARTS_TABLE,
  SplitDeliveryList,
  TARGETS_TABLE,
} from './delivery_lists.js';
import {
  DELIVERIES_OF,
  DeliveryStatements,
  PART,
  PARTS,
  PARTS_BACKWARDS,
  PARTS_BETWEEN,
  PENDING,
  TARGET,
  TARGETS,
  TARGETS_NAMING,
  parameter,
  statement,
} from './delivery_statements.js';
import { race, refused, scenario, sequence } from './harness.js';

const statementTest = scenario(
  (deployment) => {
    const client = deployment.client();
    return {
      client,
      lists: new SplitDeliveryList(client),
      targets: new DeliveryTargets(client),
      statements: new DeliveryStatements(client),
    };
  },
  async (it) => {
    await it.lists.create();
    await it.lists.open('news');
    await it.targets.create();
  },
);

function userIds(count) {
  return sequence(count, (number) => `user-${String(number).padStart(95, '0')}`);
}

function numbered(count) {
  return sequence(count, (number) => `user-${String(number).padStart(2, '0')}`);
}

async function addParts(it, ...counts) {
  for (const count of counts) {
    const number = await it.lists.addSequence('news');
    await it.lists.appendToPart('news', number, userIds(count));
  }
}

function execute(it, text, values, options) {
  return it.client.send(new ExecuteStatementCommand(statement(text, values, options)));
}

// Asserts that a statement finds what an operation finds, at the same cost. A strongly consistent
// read has to cost `strongUnits`, an eventually consistent one half; an index, which has no strong
// reads, is given as undefined.
async function assertSame(it, strongUnits, [text, ...values], Command, request) {
  for (const ConsistentRead of strongUnits ? [true, false] : [false]) {
    for (const ReturnConsumedCapacity of ['TOTAL', 'INDEXES']) {
      const options = { ConsistentRead, ReturnConsumedCapacity };
      const expected = await it.client.send(new Command({ ...request, ...options }));
      const actual = await execute(it, text, values, options);
      assert.deepEqual(actual.Items, expected.Items ?? [expected.Item]);
      assert.deepEqual(actual.ConsumedCapacity, expected.ConsumedCapacity);
      if (strongUnits) {
        const units = ConsistentRead ? strongUnits : strongUnits / 2;
        assert.equal(actual.ConsumedCapacity.CapacityUnits, units);
      }
    }
  }
}

statementTest('reads of parts are those of the operations', async (it) => {
  await addParts(it, 90, 40, 10);
  await it.checkpoint();
  const query = (deliveryId, options = {}) => ({
    TableName: PARTS_TABLE,
    KeyConditionExpression: 'delivery_id = :d',
    ExpressionAttributeValues: { ':d': { S: deliveryId } },
    ...options,
  });
  await assertSame(it, 3, [PART, 'news', 1], GetItemCommand, {
    TableName: PARTS_TABLE,
    Key: { delivery_id: { S: 'news' }, order: { N: '1' } },
    ProjectionExpression: 'user_ids',
  });
  await assertSame(it, 4, [PARTS, 'news'], QueryCommand, query('news'));
  await assertSame(it, 1, [PARTS, 'other'], QueryCommand, query('other'));
  const backwards = query('news', { ScanIndexForward: false });
  await assertSame(it, 4, [PARTS_BACKWARDS, 'news'], QueryCommand, backwards);
  await assertSame(it, 2, [PARTS_BETWEEN, 'news', 2, 3], QueryCommand, {
    TableName: PARTS_TABLE,
    KeyConditionExpression: 'delivery_id = :d AND #order BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#order': 'order' },
    ExpressionAttributeValues: { ':d': { S: 'news' }, ':first': { N: '2' }, ':last': { N: '3' } },
  });
});

statementTest('reads of targets are those of the operations', async (it) => {
  await it.targets.addAll('news', numbered(60));
  await it.targets.addAll('sale', numbered(20));
  await it.checkpoint();
  const TableName = TARGETS_TABLE;
  await assertSame(it, 1, [DELIVERIES_OF, 'user-07'], QueryCommand, {
    TableName,
    KeyConditionExpression: 'user_id = :u',
    ProjectionExpression: 'delivery_id',
    ExpressionAttributeValues: { ':u': { S: 'user-07' } },
  });
  await assertSame(it, undefined, [PENDING, 'sale'], QueryCommand, {
    TableName,
    IndexName: DELIVERY_INDEX,
    KeyConditionExpression: 'delivery_id = :d',
    ProjectionExpression: 'user_id',
    ExpressionAttributeValues: { ':d': { S: 'sale' } },
  });
  // 80 targets of 46 bytes; those that a filter takes out are paid for.
  await assertSame(it, 1, [TARGETS], ScanCommand, { TableName });
  await assertSame(it, 1, [TARGETS_NAMING, 'user-1'], ScanCommand, {
    TableName,
    FilterExpression: 'contains(#text, :part)',
    ExpressionAttributeNames: { '#text': 'text' },
    ExpressionAttributeValues: { ':part': { S: 'user-1' } },
  });
  assert.equal((await it.statements.rows(TARGETS_NAMING, ['user-1'])).length, 20);
});

statementTest('pages of statements end after one megabyte', async (it) => {
  await addParts(it, 3700, 3700, 3700, 3700);
  const first = await execute(it, PARTS, ['news'], { ConsistentRead: true });
  await it.checkpoint();
  const { NextToken } = first;
  const second = await execute(it, PARTS, ['news'], { ConsistentRead: true, NextToken });
  assert.equal(second.NextToken, undefined);
  const numbers = [first, second].map((page) => page.Items.map((part) => part.order.N));
  assert.deepEqual(numbers, [['1', '2', '3'], ['4']]);
  const users = userIds(3700);
  assert.deepEqual(await it.statements.parts('news'), [users, users, users, users]);
});

statementTest('pages of any size give the same rows', async (it) => {
  await it.targets.addAll('news', numbered(30));
  const scan = new ScanCommand({ TableName: TARGETS_TABLE, ConsistentRead: true });
  const { Items } = await it.client.send(scan);
  await it.checkpoint();
  for (const Limit of [1, 7, 30, 100]) {
    assert.deepEqual(await it.statements.rows(TARGETS, [], { Limit }), Items);
  }
  const { NextToken } = await execute(it, TARGETS, [], { Limit: 7 });
  const misused = execute(it, TARGETS_NAMING, ['user'], { NextToken });
  await refused('ValidationException', 'NextToken does not match request', misused);
  const invented = execute(it, TARGETS, [], { NextToken: 'no token' });
  await refused('ValidationException', 'Invalid NextToken', invented);
});

statementTest('parts read together are those read alone', async (it) => {
  await addParts(it, 90, 40, 10);
  await it.checkpoint();
  const expected = [90, 40, 10].map(userIds);
  assert.deepEqual(await it.statements.parts('news'), expected);
  const numbers = sequence(30, (number) => number + 1);
  const groups = await it.statements.partsInGroups('news', numbers);
  assert.deepEqual(groups, [...expected, ...sequence(27, () => undefined)]);
});

statementTest('reads together cost what the operations cost', async (it) => {
  await addParts(it, 90, 40);
  await it.checkpoint();
  const numbers = [1, 2, 3];
  const keys = numbers.map((number) => ({
    delivery_id: parameter('news'),
    order: parameter(number),
  }));
  const total = { ReturnConsumedCapacity: 'TOTAL' };
  const assertSameCost = async (expected, actual) => {
    const { ConsumedCapacity } = await it.client.send(expected);
    const response = await it.client.send(actual);
    assert.deepEqual(response.ConsumedCapacity, ConsumedCapacity);
    return response.Responses;
  };
  const gets = keys.map((Key) => ({ Get: { TableName: PARTS_TABLE, Key } }));
  const reads = numbers.map((number) => statement(PART, ['news', number]));
  const found = await assertSameCost(
    new TransactGetItemsCommand({ TransactItems: gets, ...total }),
    new ExecuteTransactionCommand({ TransactStatements: reads, ...total }),
  );
  assert.deepEqual(
    found.map((part) => part.Item !== undefined),
    [true, true, false],
  );
  for (const ConsistentRead of [true, false]) {
    const RequestItems = { [PARTS_TABLE]: { Keys: keys, ConsistentRead } };
    const Statements = reads.map((read) => ({ ...read, ConsistentRead }));
    await assertSameCost(
      new BatchGetItemCommand({ RequestItems, ...total }),
      new BatchExecuteStatementCommand({ Statements, ...total }),
    );
  }
});

statementTest('a global index refuses strongly consistent statements', async (it) => {
  const message = 'Strongly consistent read is not supported on Global Secondary Indexes';
  const read = execute(it, PENDING, ['news'], { ConsistentRead: true });
  await refused('ValidationException', message, read);
});

statementTest('a delivery is made once', async (it) => {
  await it.targets.addAll('news', ['ann', 'bob']);
  await it.targets.addAll('sale', ['bob']);
  assert.deepEqual(await it.statements.deliveriesOf('bob'), ['news', 'sale']);
  assert.equal(await it.statements.deliver('bob', 'news'), 'Hello bob');
  await it.checkpoint();
  assert.equal(await it.statements.deliver('bob', 'news'), undefined);
  assert.equal(await it.statements.deliver('eve', 'news'), undefined);
  assert.deepEqual(await it.statements.rows(TARGET, ['bob', 'news']), []);
  assert.deepEqual(await it.statements.deliveriesOf('bob'), ['sale']);
  assert.deepEqual(await it.statements.pending('news'), ['ann']);
});

// The texts which one worker gets to send to these users.
async function runOver(it, users) {
  const texts = [];
  for (const user of users) texts.push(await it.statements.deliver(user, 'news'));
  return texts.filter((text) => text !== undefined);
}

statementTest('racing statements send nothing twice', async (it) => {
  const users = numbered(24);
  await it.targets.addAll('news', users);
  const pending = await it.statements.pending('news');
  assert.deepEqual(pending, users);
  const first = (await race(() => runOver(it, pending.slice(0, 15)))).flat();
  await it.checkpoint();
  const second = (await race(() => runOver(it, pending))).flat();
  assert.deepEqual([first.length, second.length], [15, 9]);
  const sent = [...first, ...second].sort();
  assert.deepEqual(
    sent,
    users.map((user) => `Hello ${user}`),
  );
  assert.deepEqual(await it.statements.pending('news'), []);
});
