// Two hundred tests that share one server, eight at a time, each in its own universe, like
// worlds_test.py, which runs at the same time.
import {
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { Settings, World } from './world.js';

const TESTS = Number(process.env.WORLDS_TESTS ?? 200);
const LARGE = 'x'.repeat(350_000);
const KEY = {
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};

test.concurrent.each(Array.from({ length: TESTS }, (_, i) => i))('world %i', async (number) => {
  const name = process.env.WORLDS_SHARED ?? `javascript-${number}`;
  const world = await World.open(process.env.STATOR_ENDPOINT, name, new Settings(number));
  try {
    const before = await world.controls();
    await createTables(world);
    await seesItsOwnWritesAfterItsOwnLag(world);
    await meetsItsOwnFault(world);
    await isThrottledAsItAsked(world);
    await losesItsItemsByItsOwnClock(world);
    await keepsItsOwnControls(world, before);
    const counters = await world.admin('GET', 'counters');
    const counted = counters.operations.reduce((sum, row) => sum + row.requests, 0);
    expect(counted).toBe(world.requestsSent);
  } finally {
    world.close();
  }
});

// The answer to a request; the test's own fault, which occurs once, is expected and skipped.
async function attempt(world, command) {
  try {
    return await world.client.send(command);
  } catch (error) {
    const operation = command.constructor.name.replace('Command', '');
    if (operation !== world.settings.failing || error.name !== world.settings.error) throw error;
    return world.client.send(command);
  }
}

async function createTables(world) {
  const onDemand = { TableName: 'Orders', ...KEY, BillingMode: 'PAY_PER_REQUEST' };
  await world.client.send(new CreateTableCommand(onDemand));
  const ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };
  await world.client.send(new CreateTableCommand({ TableName: 'Small', ...KEY, ProvisionedThroughput }));
  const { Table } = await attempt(world, new DescribeTableCommand({ TableName: 'Orders' }));
  expect(Math.abs(Table.CreationDateTime - world.settings.dateMs)).toBeLessThan(1_000);
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' };
  await world.client.send(new UpdateTimeToLiveCommand({ TableName: 'Orders', TimeToLiveSpecification }));
}

function order(world, name, more = {}) {
  return { id: { S: name }, owner: { N: `${world.settings.number}` }, ...more };
}

function put(world, Item, TableName = 'Orders') {
  return attempt(world, new PutItemCommand({ TableName, Item }));
}

async function get(world, name, ConsistentRead = false) {
  const Key = { id: { S: name } };
  return (await attempt(world, new GetItemCommand({ TableName: 'Orders', Key, ConsistentRead }))).Item;
}

async function seesItsOwnWritesAfterItsOwnLag(world) {
  await put(world, order(world, 'first'));
  expect(await get(world, 'first')).toBeUndefined();
  expect(await get(world, 'first', true)).toEqual(order(world, 'first'));
  await world.advance(world.settings.lagMs - 1);
  expect(await get(world, 'first')).toBeUndefined();
  await world.advance(1);
  expect(await get(world, 'first')).toEqual(order(world, 'first'));
}

// Each operation is called at least twice, so the rule's second request has been sent by now.
async function meetsItsOwnFault(world) {
  const TableName = 'Orders';
  const Key = { id: { S: 'first' } };
  for (let round = 0; round < 2; ++round) {
    await get(world, 'first');
    await put(world, order(world, 'first'));
    await attempt(world, new UpdateItemCommand({ TableName, Key }));
    await attempt(world, new DeleteItemCommand({ TableName, Key: { id: { S: 'no' } } }));
    await attempt(world, new ScanCommand({ TableName }));
    await attempt(world, new DescribeTableCommand({ TableName }));
    const ExpressionAttributeValues = { ':id': { S: 'first' } };
    const KeyConditionExpression = 'id = :id';
    await attempt(
      world,
      new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues }),
    );
  }
  const { rules } = await world.admin('GET', 'faults');
  expect(rules.map((rule) => [rule.name, rule.fired])).toEqual([[`fault-${world.settings.number}`, 1]]);
}

// An item of 350 KB exceeds the saved-up capacity of a table of one unit; the others are rejected.
async function isThrottledAsItAsked(world) {
  let refused = 0;
  for (const name of ['a', 'b', 'c']) {
    try {
      await put(world, order(world, name, { text: { S: LARGE } }), 'Small');
    } catch (error) {
      expect(error.name).toBe('ProvisionedThroughputExceededException');
      refused += 1;
    }
  }
  expect(refused).toBe(world.settings.throttles ? 2 : 0);
}

// An hour of this universe matters here and nowhere else. An item is deleted two seconds after it
// has expired.
async function losesItsItemsByItsOwnClock(world) {
  const nowS = world.settings.dateMs / 1_000;
  await put(world, order(world, 'soon', { expires: { N: `${nowS + 3_600}` } }));
  await put(world, order(world, 'later', { expires: { N: `${nowS + 7_200}` } }));
  await world.advance(3_603_000);
  expect(await get(world, 'soon', true)).toBeUndefined();
  expect(await get(world, 'later', true)).toBeDefined();
}

async function keepsItsOwnControls(world, before) {
  const after = await world.controls();
  expect(after['requests/settings']).toEqual(before['requests/settings']);
  expect(after.consistency.mode).toBe('oldest-legal');
  expect(after.consistency.lag).toEqual(before.consistency.lag);
  expect(after.throughput.throttle).toBe(before.throughput.throttle);
  expect(after.clock.mode).toBe('frozen');
}
