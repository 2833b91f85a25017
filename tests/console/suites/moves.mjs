import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { checkAccess } from '../support/world.mjs';
import { world } from '../support/shared.mjs';

const bucket = (name) => {
  const folder = join(world().files, 's3', name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const make = (TableName) => world().stator.call('CreateTable', {
  TableName, BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
});
const drop = (TableName) => world().stator.call('DeleteTable', { TableName });
const ids = async (TableName) => (await world().stator.call('Scan', { TableName })).Items.map((one) => one.id.S).sort();

test('a table is exported by a form, and the export imported as another', async () => {
  const { stator } = world();
  const folder = bucket('exports');
  await make('Parcels');
  for (const id of ['a', 'b']) await stator.call('PutItem', { TableName: 'Parcels', Item: { id: { S: id } } });
  const page = await world().page('/moves');
  await page.sees('Nothing was exported, imported or put from S3');
  await page.key('n');
  await page.leadsTo('/moves?new=export');
  await page.choose('Table', 'Parcels');
  await page.fill('Bucket', 'exports');
  await page.fill('Below', 'nightly');
  await page.sees('aws dynamodb export-table-to-point-in-time');
  await page.click('button', 'Start the export');
  await page.sees('PointInTimeRecoveryUnavailableException');
  await page.click('button', 'Switch it on and start');
  await page.leadsTo(/^\/moves\?arn=.*%2FParcels%2Fexport%2F/);
  await page.sees(/full export, DYNAMODB_JSON/);
  await page.holds("document.querySelector('aside [role=status]')?.innerText === 'completed'", 'the end of the export');
  const { exports: [made] } = await stator.admin('GET', 'exports');
  assert.equal(made.items, 2);
  await page.sees(`exports/${made.folder}manifest-summary.json`);
  assert.ok(existsSync(join(folder, made.folder, 'manifest-summary.json')));
  await page.click('button', 'As DescribeExport answers');
  await page.sees('"ItemCount": 2');
  await page.click('button', 'Import it as a new table…');
  await page.leadsTo(/new=import&bucket=exports&prefix=nightly%2FAWSDynamoDB/);
  await page.fill('Partition key', 'id');
  await page.click('button', 'Start the import');
  await page.leadsTo(/arn=.*%2FParcels-imported%2Fimport%2F/);
  await page.holds("document.querySelector('aside [role=status]')?.innerText === 'completed'", 'the end of the import');
  await page.click('link', 'To the table');
  await page.sees('2 read');
  assert.deepEqual(await ids('Parcels-imported'), ['a', 'b']);
  await drop('Parcels-imported');
});

test('what changed within a window is exported', async () => {
  const { stator } = world();
  const { nowMs } = await stator.admin('GET', 'clock');
  await stator.admin('POST', 'clock/advance', { by: '1m' });
  await stator.call('DeleteItem', { TableName: 'Parcels', Key: { id: { S: 'b' } } });
  await stator.admin('POST', 'clock/advance', { by: '30m' });
  const page = await world().page('/moves?new=export&table=Parcels');
  await page.sees('2 moves'); // and above them a choice that is named as the form's
  await page.choose('What', 'INCREMENTAL_EXPORT');
  await page.fill('Bucket', 'exports');
  await page.fill('From, UTC', 'yesterday');
  await page.sees("'yesterday' is no moment");
  await page.fill('From, UTC', new Date(nowMs).toISOString());
  await page.click('button', 'Start the export');
  await page.sees(/incremental export, DYNAMODB_JSON/);
  await page.holds("document.querySelector('aside [role=status]')?.innerText === 'completed'", 'the end of the export');
  assert.equal((await stator.admin('GET', 'exports?table=Parcels')).exports[0].items, 1);
});

test('an import that fails says which items are not there, and where that stands', async () => {
  const { stator } = world();
  const folder = bucket('data');
  writeFileSync(join(folder, 'rows.csv'), 'id;n\n1;one\n;two\n');
  const page = await world().page('/moves');
  await page.click('button', 'Import', { exact: true });
  await page.fill('Bucket', 'data');
  await page.choose('Format', 'CSV');
  await page.fill('Delimiter', ';');
  await page.fill('New table', 'Rows');
  await page.fill('Partition key', 'id');
  await page.click('button', 'Start the import');
  await page.sees('ItemValidationError');
  await page.sees('1 and 1 failed');
  const log = await page.evaluate("[...document.querySelectorAll('aside dd.mono')].at(-1).innerText");
  assert.match(readFileSync(join(world().files, 's3', log), 'utf8'), /Missing the key id in the item/);
  await page.choose('What', 'import');
  await page.becomes("document.querySelectorAll('tr[aria-rowindex]').length", (await stator.admin('GET', 'imports')).imports.length);
  await page.key('Escape');
  await page.missing('log of errors');
  await drop('Rows');
});

test('items are put in bulk; half way it is cancelled', async () => {
  const { stator } = world();
  writeFileSync(join(bucket('incoming'), 'many.json'), Array.from({ length: 3000 }, (_, n) => `{"Item":{"id":{"S":"n${n}"}}}\n`).join(''));
  const page = await world().page('/moves?new=bulk&table=Parcels');
  await page.fill('Bucket', 'incoming');
  await page.fill('Write units a second', '1024');
  await page.click('button', 'Start putting');
  await page.sees('in progress');
  await page.sees(/items\s+1,024/);
  await page.sees(/\d %/);
  await stator.admin('POST', 'clock/advance', { by: '1s' });
  await page.sees(/items\s+2,048/);
  await page.click('button', 'Cancel it');
  await page.sees('What was put stays.');
  await page.click('button', 'Cancel it');
  await page.holds("document.querySelector('aside [role=status]')?.innerText === 'cancelled'", 'the end of the operation');
  assert.equal((await stator.call('Scan', { TableName: 'Parcels', Select: 'COUNT' })).Count, 2049);
});

test('a bucket that is not there is named; rows are walked by keys; axe finds nothing', async () => {
  const page = await world().page('/moves?new=export&table=Parcels');
  await page.fill('Bucket', 'nowhere');
  await page.click('button', 'Start the export');
  await page.sees('S3NoSuchBucket');
  await page.sees('There is no bucket nowhere');
  await page.choose('What', 'bulk');
  await page.becomes("document.querySelectorAll('tr[aria-rowindex]').length", 1);
  await page.evaluate("document.querySelector('table[role=grid]').focus()");
  await page.key('ArrowDown');
  await page.leadsTo(/bulk-operation/);
  await page.goto(`${world().stator.url}/_stator/console/moves?new=import`);
  await page.sees('Start the import');
  await checkAccess(page);
  await drop('Parcels');
});
