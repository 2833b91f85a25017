// axe, in both themes and at both widths; and the pictures of the documentation.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { checkAccess } from '../support/world.mjs';
import { world } from '../support/shared.mjs';
import { traffic } from './watch.mjs';

const ITEM = encodeURIComponent(JSON.stringify({ customer: { S: 'c-1033' }, placed: { N: '1767317244' } }));
const VIEWS = {
  tables: ['', 'customer (S)'],
  create: ['?create=yes', 'The same on the command line'],
  items: [`/tables/Orders/items?index=by_state&pk=%22paid%22&item=${ITEM}`, 'Save if unchanged'],
  definition: ['/tables/Orders/definition', 'To make it again'],
  indexes: ['/tables/Orders/indexes', 'by_total'],
  stream: ['/tables/Orders/stream', 'shardId-'],
  partitions: ['/tables/Orders/partitions', 'what lies there'],
  requests: ['/requests?seq=', 'A name in an expression'], // the failed request's number
  findings: ['/findings', 'Cost at on-demand prices'],
  clock: ['/clock', 'of Orders expire'],
  consistency: ['/consistency', 'Copies'],
  faults: ['/faults', 'A rule of your own'],
  throughput: ['/throughput', 'What is left of each limit'],
  universes: ['/universes', 'What differs'],
  laboratory: ['/laboratory', 'As it is now'],
  documentation: ['/docs/ERRORS.md?at=reserved-word', '573 words'],
  streams: ['/streams', 'shardId-'],
  backups: ['/tables/Orders/backups', 'lead back'],
  'all backups': ['/backups', 'nightly'],
  moves: ['/moves?arn=', 'manifest-summary.json'], // of an export that becomes known later
  triggers: ['/triggers?name=invoices', 'Tried again'],
};
const PICTURES = { tables: false, items: false, requests: true, clock: false, partitions: true, backups: false, moves: false, triggers: true };

test('the journal has something to show', async () => {
  const { stator } = world();
  await stator.admin('PUT', 'requests/settings', { on: true, bodies: 'full' });
  await stator.call('ListTables', {});
  await traffic(stator);
  const { requests } = await stator.admin('GET', 'requests?error=ValidationException');
  VIEWS.requests[0] += requests[0].sequence;
  await stator.call('PutItem', { TableName: 'Orders', Item: { customer: { S: 'c-1033' }, placed: { N: '1767317244' }, state: { S: 'paid' }, total: { N: '54.00' }, version: { N: '1' }, tags: { SS: ['gift'] } } });
});

test('backups and moments have something to show', async () => {
  const { stator } = world();
  for (const BackupName of ['nightly', 'before-the-migration']) {
    await stator.call('CreateBackup', { TableName: 'Orders', BackupName });
    await stator.admin('POST', 'clock/advance', { by: '11m' });
  }
  await stator.call('UpdateContinuousBackups', { TableName: 'Orders', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  for (let version = 2; version < 30; version++) {
    await stator.call('UpdateItem', { TableName: 'Orders', Key: { customer: { S: 'c-1021' }, placed: { N: '1767312000' } }, UpdateExpression: 'SET version = :v', ExpressionAttributeValues: { ':v': { N: String(version) } } });
    await stator.admin('POST', 'clock/advance', { by: '3m' });
  }
});

test('moves and triggers have something to show', async () => {
  const { stator } = world();
  const folder = join(world().files, 's3', 'warehouse');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'prices.csv'), 'sku,price\nA-7,12\n,9\nA-8,15\n');
  const { TableArn } = (await stator.call('DescribeTable', { TableName: 'Orders' })).Table;
  const { ExportArn } = (await stator.call('ExportTableToPointInTime', { TableArn, S3Bucket: 'warehouse', S3Prefix: 'nightly' })).ExportDescription;
  VIEWS.moves[0] += encodeURIComponent(ExportArn);
  await stator.call('ImportTable', { S3BucketSource: { S3Bucket: 'warehouse', S3KeyPrefix: 'prices' }, InputFormat: 'CSV', TableCreationParameters: {
    TableName: 'Prices', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'sku', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'sku', AttributeType: 'S' }],
  } });
  // No server listens at the "discard" port.
  await stator.admin('PUT', 'triggers', { mappings: [
    { Name: 'invoices', Table: 'Orders', Url: 'http://127.0.0.1:9/invoices', BatchSize: 10, FilterCriteria: { Filters: [{ Pattern: { eventName: ['MODIFY'] } }] } },
    { Name: 'search', Table: 'Customers', Url: 'http://127.0.0.1:9/search', Enabled: false },
  ] });
  await stator.call('UpdateItem', { TableName: 'Orders', Key: { customer: { S: 'c-1021' }, placed: { N: '1767312000' } }, UpdateExpression: 'SET version = :v', ExpressionAttributeValues: { ':v': { N: '31' } } });
});

for (const name of Object.keys(VIEWS)) {
  test(`axe finds nothing: ${name}`, async () => {
    const [path, sign] = VIEWS[name];
    const page = await world().page(path);
    await page.sees(sign);
    for (const [dark, width] of [[false, 1280], [true, 400]]) {
      await page.show({ dark, width });
      await page.becomes('[innerWidth, document.documentElement.scrollWidth]', [width, width]); // nothing is wider than the screen
      await checkAccess(page);
    }
    if (!(name in PICTURES) || !process.env.STATOR_PICTURES) return;
    await page.show({ dark: PICTURES[name] });
    await page.sees('Throughput');
    if (name === 'items') await page.fill('Item as JSON', (await page.evaluate("document.querySelector('textarea.editor').value")).replace('"paid"', '"sent"').replace('"version": 1', '"version": 2'));
    mkdirSync(process.env.STATOR_PICTURES, { recursive: true });
    await page.screenshot(join(process.env.STATOR_PICTURES, `console-${name}.webp`));
  });
}

test('axe finds nothing in the palette', async () => {
  const page = await world().page();
  await page.sees('Orders');
  await page.control('k');
  await page.type('or');
  await page.sees('Orders: Definition');
  await checkAccess(page);
});
