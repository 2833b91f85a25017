import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

test('partitions are rings of hash ranges with what lies where', async () => {
  const page = await world().page('/tables/Orders/partitions');
  await page.sees('Orders.by_state');
  const { partitions } = await world().stator.admin('GET', 'partitions?table=Orders');
  const own = partitions.filter((one) => !one.index);
  await page.becomes("document.querySelector('.ring')?.querySelectorAll('.range').length", own.length);
  assert.equal(own.reduce((sum, one) => sum + one.items, 0), 240);
  await page.sees(own[0].keys[0]);
  await page.click('link', own[0].keys[0]);
  await page.sees(`Query where customer = "${own[0].keys[0]}"`);
});

test('all tables’ partitions are one view, their streams another', async () => {
  const page = await world().page('/partitions');
  await page.sees('Orders.by_state');
  await page.click('link', 'Streams');
  await page.sees('shardId-');
  await page.click('link', 'Records');
  await page.sees('what changed');
});

test('an index says which items are not in it, and why', async () => {
  const page = await world().page('/tables/Orders/indexes');
  await page.sees('by_state');
  await page.click('button', 'What is not in it?');
  await page.sees('because they have no state');
  const absent = (await world().stator.call('Scan', { TableName: 'Orders', FilterExpression: 'attribute_not_exists(#s)', ExpressionAttributeNames: { '#s': 'state' } })).Count;
  await page.sees(`${absent} items of 240`);
});

test('a change arrives in the stream with its difference', async () => {
  const { stator } = world();
  const page = await world().page('/tables/Orders/stream');
  await page.sees('records in');
  await stator.call('UpdateItem', {
    TableName: 'Orders', Key: { customer: { S: 'c-1022' }, placed: { N: '1767312437' } }, UpdateExpression: 'SET #s = :s', ExpressionAttributeNames: { '#s': 'state' },
    ExpressionAttributeValues: { ':s': { S: 'returned' } },
  });
  await page.sees('→ returned');
  await page.click('row', '→ returned');
  await page.sees('Old and new image');
  await page.sees(/\+\s*state "returned"/);
});

test('partitions are split by hand, and the splits are told with their time', async () => {
  const { stator } = world();
  await stator.admin('POST', 'universes', { name: 'splits', from: 'default' });
  const page = await world().page('/tables/Orders/partitions?universe=splits');
  await page.sees('No partition has split since this Stator started.');
  const own = async () => (await stator.admin('GET', 'partitions?table=Orders&universe=splits')).partitions.filter((one) => !one.index);
  const before = (await own()).length;
  await page.fill('Split into', String(before + 1));
  await page.click('button', 'Split', { exact: true });
  await page.sees(`partition 1 gave its upper part to partition ${before + 1}`);
  await page.sees('2026-01-03 ');
  assert.equal((await own()).length, before + 1);
  await page.click('link', 'Partitions', { exact: true });
  await page.sees('gave its upper part to');
  await world().forget('splits');
});
