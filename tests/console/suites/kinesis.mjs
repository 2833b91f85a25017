import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { checkAccess } from '../support/world.mjs';
import { world } from '../support/shared.mjs';

test('a destination is enabled, made more precise, disabled and enabled again', async () => {
  const { stator } = world();
  await stator.call('CreateTable', {
    TableName: 'Ledger', BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  const state = async () => (await stator.admin('GET', 'kinesis?table=Ledger')).destinations.map((one) => [one.status, one.precision]);
  const page = await world().page('/tables/Ledger');
  await page.click('.tabs a', 'Kinesis');
  await page.leadsTo('/tables/Ledger/kinesis');
  await page.sees('Ledger sends its changes to no Kinesis data stream.');
  await page.fill('Send changes to the stream', 'nonsense');
  await page.click('button', 'Enable', { exact: true });
  await page.sees('ValidationException');
  await page.fill('Send changes to the stream', 'arn:aws:kinesis:us-east-1:123456789012:stream/ledger');
  await page.click('button', 'Enable', { exact: true });
  await page.sees('active');
  await stator.call('PutItem', { TableName: 'Ledger', Item: { id: { S: 'a' } } });
  await page.becomes("document.querySelector('[aria-label=Streams] td.n')?.innerText", '1');
  await page.sees('ledger.ndjson');
  assert.match(readFileSync(join(world().files, 'kinesis', 'ledger.ndjson'), 'utf8'), /"eventName":"INSERT"/);
  await page.choose('Precision of ledger', 'MICROSECOND');
  await page.until(async () => (await state())[0]?.[1] === 'MICROSECOND' && (await state())[0][0] === 'ACTIVE', 'the other precision');
  for (const [dark, width] of [[false, 1280], [true, 400]]) {
    await page.show({ dark, width });
    await page.becomes('[innerWidth, document.documentElement.scrollWidth]', [width, width]);
    await checkAccess(page);
  }
  await page.show();
  await page.click('button', 'Disable', { exact: true });
  await page.sees('Send no more to ledger?');
  await page.click('button', 'Disable', { exact: true });
  await page.click('button', 'Enable again');
  await page.until(async () => (await state())[0]?.[0] === 'ACTIVE', 'the destination, active again');
});

test('the destinations of all tables are one view', async () => {
  const page = await world().page('/kinesis');
  await page.sees('1 destination');
  await checkAccess(page);
  await page.click('td a', 'Ledger');
  await page.leadsTo(/^\/tables\/Ledger/);
  await world().stator.call('DeleteTable', { TableName: 'Ledger' });
});
