import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { checkAccess } from '../support/world.mjs';
import { world } from '../support/shared.mjs';

// A function that streams call: the events that it received, and the status that it answers with.
const called = { events: [], status: 200 };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (text) => { body += text; });
  request.on('end', () => {
    called.events.push(JSON.parse(body));
    response.writeHead(called.status).end(called.status === 200 ? '{}' : '{"errorMessage": "no stock left", "errorType": "Error"}');
  });
});
const mappings = async () => (await world().stator.admin('GET', 'triggers')).mappings;
const put = (id) => world().stator.call('PutItem', { TableName: 'Sales', Item: { id: { S: id } } });
const records = () => called.events.flatMap((event) => event.Records);

test('a trigger is made by a form, and calls its function', async () => {
  const { stator } = world();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  await stator.call('CreateTable', {
    TableName: 'Sales', BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  const page = await world().page('/triggers');
  await page.sees('No stream calls a function.');
  await page.key('n');
  await page.leadsTo('/triggers?new=yes');
  await page.fill('Table', 'Sales');
  await page.fill('URL', 'nonsense');
  await page.click('button', 'Create', { exact: true });
  await page.sees("'Url'");
  await page.fill('URL', `http://127.0.0.1:${server.address().port}/sold`);
  await page.fill('Records of a call', '10');
  await page.fill('Patterns', '{"eventName": [');
  await page.click('button', 'Create', { exact: true });
  await page.sees('is not JSON');
  await page.fill('Patterns', '{"eventName": ["INSERT"]}');
  await page.click('button', 'Create', { exact: true });
  await page.leadsTo('/triggers?name=Sales');
  const [made] = await mappings();
  assert.deepEqual([made.BatchSize, made.FilterCriteria.Filters], [10, [{ Pattern: '{"eventName": ["INSERT"]}' }]]);
  await put('first');
  await stator.call('DeleteItem', { TableName: 'Sales', Key: { id: { S: 'first' } } });
  await page.sees('1 delivered in 1 call, 1 filtered');
  assert.deepEqual(records().map((one) => one.dynamodb.Keys.id.S), ['first']);
});

test('a function that fails shows its error, and the clock leads to the next attempt', async () => {
  called.status = 500;
  const page = await world().page('/triggers?name=Sales');
  await put('second');
  await page.sees('failing');
  await page.sees('no stock left');
  await page.sees('1 waiting');
  called.status = 200;
  await page.click('button', 'Advance to it');
  await page.sees('2 delivered in 3 calls');
  await page.missing('Tried again');
  const { deliveries } = await world().stator.admin('GET', 'triggers/Sales/deliveries');
  assert.deepEqual(deliveries.map((one) => [one.Records, one.Attempt, one.Succeeded]), [[1, 1, true], [1, 1, false], [1, 2, true]]);
  // The page requests them separately from the mapping, so they may arrive after its numbers.
  const shown = await page.until(async () => {
    const rows = await page.evaluate("[...document.querySelectorAll('[aria-label=Deliveries] tbody tr')].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))");
    return rows.length === deliveries.length && rows;
  }, 'the latest delivery');
  assert.deepEqual(shown.map(([records, attempt]) => [records, attempt]), [['1', '2'], ['1', '1'], ['1', '1']]);
  assert.match(shown[1][2], /no stock left/);
  assert.deepEqual(records().map((one) => one.dynamodb.Keys.id.S), ['first', 'second', 'second']);
});

test('a trigger is paused, goes on, is changed and deleted; others stay', async () => {
  const { stator } = world();
  const [{ Status: _, ...sales }] = await mappings();
  await stator.admin('PUT', 'triggers', { mappings: [sales, { Name: 'later', Table: 'Later', Url: 'http://127.0.0.1:9/x', DestinationConfig: { OnFailure: { Destination: 'file:lost' } } }] });
  const page = await world().page('/triggers');
  await page.sees('2 event source mappings');
  await page.sees('no stream yet');
  await page.click('button', 'Pause Sales');
  await page.sees('paused');
  await put('third');
  assert.equal(records().length, 3);
  await page.click('button', 'Go on with Sales');
  await page.until(() => records().length === 4, 'the third record');
  await page.click('button', 'Change later');
  await page.leadsTo('/triggers?edit=later');
  await page.fill('Retries', '3');
  await page.click('checkbox', 'halve a batch');
  await page.click('button', 'Save', { exact: true });
  await page.sees('is halved');
  const later = (await mappings()).find((one) => one.Name === 'later');
  assert.deepEqual([later.MaximumRetryAttempts, later.BisectBatchOnFunctionError, later.DestinationConfig.OnFailure.Destination], [3, true, 'file:lost']);
  await page.click('button', 'Change Sales');
  await page.sees('The same as a file');
  await checkAccess(page);
  await page.key('Escape');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('Delete Sales?');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('1 event source mapping');
  assert.deepEqual((await mappings()).map((one) => one.Name), ['later']);
  await stator.admin('PUT', 'triggers', { mappings: [] });
  await stator.call('DeleteTable', { TableName: 'Sales' });
  await new Promise((done) => { server.close(done); server.closeAllConnections(); });
});
