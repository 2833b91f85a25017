import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

const refused = { expectError: true };

// The requests of a program that has faults.
export async function traffic(stator) {
  const names = { '#s': 'state', '#t': 'total' };
  await stator.call('Scan', { TableName: 'Orders', FilterExpression: '#s = :s AND #t > :t', ExpressionAttributeNames: names, ExpressionAttributeValues: { ':s': { S: 'open' }, ':t': { N: '198' } } });
  await stator.call('Query', { TableName: 'Orders', KeyConditionExpression: 'customer = :c', ExpressionAttributeValues: { ':c': { S: 'c-1022' } } });
  await stator.call('Query', { TableName: 'Orders', KeyConditionExpression: 'customer = :c', FilterExpression: 'name = :n', ExpressionAttributeValues: { ':c': { S: 'c-1' }, ':n': { S: 'x' } } }, refused);
  await stator.call('PutItem', { TableName: 'Orders', Item: { customer: { S: 'c-1021' }, placed: { N: '1767312000' } }, ConditionExpression: 'attribute_not_exists(customer)' }, refused);
  await stator.call('GetItem', { TableName: 'Orders', Key: { customer: { S: 'c-1' }, placed: { N: '1' } } }, { region: 'eu-west-1', ...refused });
  for (let i = 0; i < 3; i++) await stator.call('PutItem', { TableName: 'Queue', Item: { id: { S: `watched-${i}` } } });
}

test('requests are recorded at a click, and come in live', async () => {
  const page = await world().page('/requests');
  await page.sees('Requests are not recorded.');
  await page.click('button', 'Record requests');
  await page.sees('Nothing was asked yet.');
  await traffic(world().stator);
  await page.sees('8 requests');
  await page.sees('ConditionalCheckFailed');
});

test('the console’s own looking is not in the journal', async () => {
  const before = (await world().stator.admin('GET', 'requests?limit=0')).recorded;
  const page = await world().page('/tables/Orders/items');
  await page.sees('240 read');
  assert.equal((await world().stator.admin('GET', 'requests?limit=0')).recorded, before);
});

test('an error has its rule, the order of checks, and its part of the request marked', async () => {
  const page = await world().page('/requests?error=ValidationException');
  await page.click('row', 'Query');
  await page.sees('A name in an expression is one of the words that DynamoDB keeps for itself.');
  await page.becomes("document.querySelector('mark')?.innerText", 'name');
  await page.click('button', 'The order in which DynamoDB checks');
  await page.sees('expressions parse, and fit together');
  await page.click('link', 'The rule', { exact: true });
  await page.sees('573 words');
  await page.leadsTo('/docs/ERRORS.md?at=reserved-word');
});

test('an error that a fault rule gave leads to that rule', async () => {
  const { stator } = world();
  await stator.admin('POST', 'faults/rules', { name: 'the culprit', match: { operation: 'DescribeTable' }, fault: { error: 'InternalServerError' } });
  await stator.call('DescribeTable', { TableName: 'Orders' }, refused);
  const page = await world().page('/requests?operation=DescribeTable');
  await page.click('row', 'DescribeTable');
  await page.sees('This answer was given by the fault rule the culprit');
  await page.click('link', 'the culprit');
  await page.holds("document.querySelector('tr.sel')?.innerText.includes('the culprit')", 'the rule, marked');
  await stator.admin('DELETE', 'faults');
});

test('a table that another region has is told so', async () => {
  const page = await world().page('/requests?error=ResourceNotFoundException');
  await page.click('row', 'GetItem');
  await page.sees('There is a table Orders: universe default, region us-east-1');
  await page.sees('ResourceNotFoundException · elsewhere');
  await page.sees("table 'Orders' is in");
  await page.click('link', 'universe default, region us-east-1');
  await page.sees('240 read');
});

test('a scan says what it read and kept, and what to change', async () => {
  const page = await world().page('/requests?operation=Scan');
  await page.click('row', 'Scan');
  await page.sees('every item of Orders, partition by partition');
  await page.sees('A Query on an index by what the filter names would read only what it returns.');
  await page.click('link', 'Findings');
  await page.sees('Filter that throws away');
  await page.sees('A filter is applied after the items are paid for.');
});

test('two runs are compared side by side', async () => {
  const page = await world().page('/requests');
  await page.sees('9 requests');
  await page.click('button', 'Compare two runs');
  await page.click('button', 'A new run begins now');
  await world().stator.call('Query', { TableName: 'Orders', KeyConditionExpression: 'customer = :c', ExpressionAttributeValues: { ':c': { S: 'c-1023' } } });
  // A live view waits while the mouse is on its rows; it is not now.
  await page.sees('run 2: 1 request');
  await page.sees(/Scan Orders\s+1 → 0/);
  await page.leadsTo(/marks=9/);
});

test('requests are found by text and forgotten at a click', async () => {
  const page = await world().page('/requests');
  await page.sees('10 requests');
  await page.key('/');
  await page.type('watched-1');
  await page.sees('1 of 10 requests');
  await page.click('button', 'Forget all');
  await page.sees('Nothing was asked yet.');
  await world().stator.admin('PUT', 'requests/settings', { on: false });
});
