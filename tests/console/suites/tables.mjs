import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

test('tables are listed with their keys, items and size', async () => {
  const page = await world().page();
  await page.sees('customer (S) · placed');
  await page.sees(/3 tables\s+280 items/);
});

test('a table is created with an index and a time to live, by keyboard, and opened', async () => {
  const page = await world().page();
  await page.sees('Orders');
  await page.key('n');
  await page.type('Parts');
  await page.fill('Partition key', 'sku');
  await page.click('button', '+ global index');
  await page.fill('Index partition key', 'maker');
  await page.fill('Expires by attribute', 'until');
  await page.sees('--table-name Parts');
  await page.click('button', 'Create table', { exact: true });
  await page.sees('Parts has no items.');
  const { Table } = await world().stator.call('DescribeTable', { TableName: 'Parts' });
  assert.equal(Table.GlobalSecondaryIndexes[0].KeySchema[0].AttributeName, 'maker');
  const ttl = await world().stator.call('DescribeTimeToLive', { TableName: 'Parts' });
  assert.equal(ttl.TimeToLiveDescription.AttributeName, 'until');
});

test('an error of DynamoDB is shown with its rule', async () => {
  const page = await world().page('?create=yes');
  await page.fill('Table name', 'Orders');
  await page.click('button', 'Create table', { exact: true });
  await page.sees('ResourceInUseException');
  await page.sees('The table exists already');
});

test('a definition is there as CDK and Terraform', async () => {
  const page = await world().page('/tables/Orders/definition');
  await page.sees('aws dynamodb create-table');
  await page.click('button', 'Terraform');
  await page.sees('resource "aws_dynamodb_table" "orders"');
  await page.click('button', 'CDK');
  await page.sees('new dynamodb.TableV2(this');
  await page.leadsTo(/as=CDK/);
});

test('purging asks once with the count, and offers a fork', async () => {
  const { stator } = world();
  await stator.write('Parts', Array.from({ length: 30 }, (_, i) => ({ sku: { S: `p-${i}` } })));
  const page = await world().page('?table=Parts');
  await page.sees('30, ');
  await page.click('button', 'Purge…');
  await page.sees('Delete all 30 items of Parts?');
  await page.click('button', 'Fork the universe first');
  await page.sees('Universe default-before-1 has a copy.');
  await page.click('button', 'Delete the items');
  await page.sees('30 items deleted.');
  assert.equal((await stator.call('Scan', { TableName: 'Parts', Select: 'COUNT' })).Count, 0);
  assert.equal((await stator.call('Scan', { TableName: 'Parts', Select: 'COUNT' }, { universe: 'default-before-1' })).Count, 30);
  await page.click('button', 'Delete…');
  await page.click('button', 'Delete the table');
  await page.until(async () => !(await stator.call('ListTables', {})).TableNames.includes('Parts'), 'Parts deleted');
  await world().forget('default-before-1');
});

test('throughput is drawn as it goes', async () => {
  const { stator } = world();
  const page = await world().page();
  await page.click('button', 'Measure throughput');
  await page.until(async () => { await stator.call('Scan', { TableName: 'Orders' }); return page.evaluate("document.querySelectorAll('.spark polyline').length > 0"); }, 'a sparkline');
  await stator.admin('PUT', 'throughput', { heat: false });
});
