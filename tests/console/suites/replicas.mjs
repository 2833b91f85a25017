import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

test('a replica is added, cut off, written to on both sides and connected again', async () => {
  const { stator } = world();
  await stator.call('CreateTable', {
    TableName: 'Carts', BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  const page = await world().page('/tables/Carts/replicas');
  await page.sees('A table of this region alone.');
  await page.fill('New replica in', 'mars-north-1');
  await page.click('button', 'Add', { exact: true });
  await page.sees('Region mars-north-1 is not supported.');
  await page.fill('New replica in', 'eu-central-1');
  await page.click('button', 'Add', { exact: true });
  await page.sees('2 regions');
  await page.fill('A write takes', '0');
  await page.click('button', 'Set the lag');
  await page.sees('No two writes have met');
  await page.click('button', 'Cut off');
  await page.sees('cut off');
  await stator.call('PutItem', { TableName: 'Carts', Item: { id: { S: 'a' }, at: { S: 'home' } } });
  await page.until(async () => (await stator.admin('GET', 'replication')).tables[0].members.some((one) => one.waiting === 1), 'a write on its way');
  await page.click('button', 'Connect');
  await page.until(async () => (await stator.admin('GET', 'replication')).tables[0].members.some((one) => one.applied === 1), 'the write taken over');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('Delete the replica in eu-central-1?');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('A table of this region alone.');
  assert.equal((await stator.call('DescribeTable', { TableName: 'Carts' })).Table.Replicas, undefined);
  await stator.admin('PUT', 'replication', { lag: { uniform: [500, 1500] } });
  await stator.call('DeleteTable', { TableName: 'Carts' });
});
