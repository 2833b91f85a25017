import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

// Tables of their own, which go with the test.
const make = (TableName) => world().stator.call('CreateTable', {
  TableName, BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
});
const drop = (TableName) => world().stator.call('DeleteTable', { TableName });
const state = async (TableName) => (await world().stator.call('GetItem', { TableName, Key: { id: { S: 'a' } } })).Item?.state?.S;

test('a table is backed up and restored by forms, and the backup deleted', async () => {
  const { stator } = world();
  const page = await world().page('/tables/Customers/backups');
  await page.sees('There is no backup of Customers.');
  await page.fill('New backup', 'before-the-migration');
  await page.click('button', 'Back up', { exact: true });
  await page.sees('Restore…');
  await stator.call('DeleteItem', { TableName: 'Customers', Key: { customer: { S: 'c-1021' } } });
  await page.click('button', 'Restore…');
  await page.fill('New table of before-the-migration', 'Customers-again');
  await page.click('button', 'Restore', { exact: true });
  await page.sees('Restored: Customers-again');
  assert.equal((await stator.call('Scan', { TableName: 'Customers-again', Select: 'COUNT' })).Count, 40);
  assert.equal((await stator.call('Scan', { TableName: 'Customers', Select: 'COUNT' })).Count, 39);
  await page.click('button', 'Restore', { exact: true });
  await page.sees('TableAlreadyExistsException');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('Delete before-the-migration?');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('There is no backup of Customers.');
  assert.deepEqual((await stator.call('ListBackups', {})).BackupSummaries, []);
  await drop('Customers-again');
  await stator.call('PutItem', { TableName: 'Customers', Item: { customer: { S: 'c-1021' }, name: { S: 'Customer 0' } } });
});

test('a moment is chosen with the slider, or written, and restored', async () => {
  const { stator } = world();
  const write = (text) => stator.call('PutItem', { TableName: 'Jobs', Item: { id: { S: 'a' }, state: { S: text } } });
  await make('Jobs');
  await stator.admin('POST', 'clock/freeze', {});
  const page = await world().page('/tables/Jobs/backups');
  await page.sees('Point-in-time recovery is off');
  await page.click('button', 'Remember from now on');
  await page.sees('cannot be restored yet');
  await stator.admin('POST', 'clock/advance', { by: '10s' });
  await write('new');
  await stator.admin('POST', 'clock/advance', { by: '10m' });
  const { nowMs } = await stator.admin('GET', 'clock');
  await write('lost');
  await page.click('button', 'Advance the clock by 5 min');
  await page.sees('2 changes in');
  await page.until(async () => (await stator.admin('GET', 'history?table=Jobs')).tables[0].latestMs === nowMs, 'the window up to the last change');
  await page.sees('lead back 10 min from');
  await page.click('input[type=range]', 'Moment to restore');
  await page.click('button', 'Restore', { exact: true });
  await page.sees('Restored: Jobs-earlier');
  assert.equal(await state('Jobs-earlier'), 'new');
  await page.click('input[type=range]', 'Moment to restore');
  await page.key('Home');
  await page.fill('New table as of then', 'Jobs-empty');
  await page.click('button', 'Restore', { exact: true });
  await page.sees('Restored: Jobs-empty');
  assert.equal(await state('Jobs-empty'), undefined);
  await page.fill('Moment, UTC', new Date(nowMs).toISOString());
  await page.fill('New table as of then', 'Jobs-latest');
  await page.click('button', 'Restore', { exact: true });
  await page.sees('Restored: Jobs-latest');
  assert.equal(await state('Jobs-latest'), 'lost');
  await page.click('button', 'Forget them');
  await page.sees('forget 2 changes?');
  await page.click('button', 'Forget them');
  await page.sees('Point-in-time recovery is off');
  for (const name of ['Jobs-earlier', 'Jobs-empty', 'Jobs-latest', 'Jobs']) await drop(name);
});

test('the backup of a table that is gone is listed, and brings it back', async () => {
  const { stator } = world();
  await make('Passing');
  await stator.call('CreateBackup', { TableName: 'Passing', BackupName: 'the-last-one' });
  await drop('Passing');
  const page = await world().page('/backups');
  await page.sees('the-last-one');
  await page.sees(/1 backup\s+0 B/);
  await page.click('button', 'Restore…');
  await page.fill('New table of the-last-one', 'Passing');
  await page.click('button', 'Restore', { exact: true });
  await page.sees('Restored: Passing');
  await page.click('link', 'Passing', { exact: true });
  await page.sees('Passing has no items.');
  const [{ BackupArn }] = (await stator.call('ListBackups', {})).BackupSummaries;
  await stator.call('DeleteBackup', { BackupArn });
  await drop('Passing');
});
