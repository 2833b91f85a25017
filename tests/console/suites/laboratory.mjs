import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

test('the clock goes to the next thing due: items expire', async () => {
  const { stator } = world();
  await stator.admin('POST', 'universes', { name: 'clocks', from: 'default' });
  const page = await world().page('/clock?universe=clocks');
  await page.sees('2026-01-03 09:00:00');
  await page.sees('of Orders expire');
  const count = async () => (await stator.call('Scan', { TableName: 'Orders', Select: 'COUNT' }, { universe: 'clocks' })).Count;
  const before = await count();
  await page.click('button', '+ 1 d');
  await page.sees('2026-01-04 09:00:00');
  await page.click('button', 'Advance to it');
  await page.until(async () => (await count()) < before, 'expired items gone');
  await page.click('button', 'Follow', { exact: true });
  await page.sees('follows the machine’s clock');
  assert.equal((await stator.admin('GET', 'clock?universe=clocks')).mode, 'follow');
  await stator.admin('DELETE', 'universes/clocks');
});

test('the bar advances the clock, too', async () => {
  const { stator } = world();
  const { nowMs } = await stator.admin('GET', 'clock');
  const page = await world().page();
  await page.click('button', 'clock');
  await page.click('button', 'Advance 1 h');
  await page.until(async () => (await stator.admin('GET', 'clock')).nowMs === nowMs + 3_600_000, 'an hour later');
});

test('reads become stale, and a copy is paused by hand', async () => {
  const { stator } = world();
  const page = await world().page('/consistency');
  await page.choose('Eventually consistent reads are', 'lagged');
  await page.fill('Lag of copies', 'uniform:0:500');
  await page.click('button', 'Set the lags');
  await page.until(async () => JSON.stringify((await stator.admin('GET', 'consistency')).lag) === '{"uniform":[0,500]}', 'the lag');
  await page.choose('Table or index', 'Orders');
  await page.click('button', 'Pause all copies');
  await page.sees('paused');
  await page.fill('Lag of copies', 'tomorrow');
  await page.click('button', 'Set the lags');
  await page.sees("'tomorrow' is no lag");
  await page.click('button', 'Resume', { exact: true });
  await stator.admin('POST', 'consistency/resume', { table: 'Orders' });
  await stator.admin('PUT', 'consistency', { mode: 'latest', lag: 0 });
});

test('a fault rule is added, fires and is removed; the console meets none', async () => {
  const { stator } = world();
  const page = await world().page('/faults');
  await page.sees('Nothing goes wrong.');
  await page.click('button', 'throttling', { exact: true });
  await page.fill('New rule as JSON', '{"name": "throttled", "match": {"operation": "Scan"}, "fault": {"throttle": true}}');
  await page.click('button', 'Add the rule');
  await page.sees('throttle true');
  await stator.call('Scan', { TableName: 'Orders' }, { expectError: true });
  await page.until(async () => (await stator.admin('GET', 'faults')).rules[0].fired === 1, 'the rule has fired');
  await page.click('link', 'Orders');
  await page.sees('240 read');
  await page.click('link', 'Faults');
  await page.click('button', 'Remove the rule throttled');
  await page.sees('Nothing goes wrong.');
  await page.fill('New rule as JSON', '{"fault": {"latancy": 5}}');
  await page.click('button', 'Add the rule');
  await page.sees("has no member 'latancy'");
});

test('the seed of the faults keeps its twenty digits, and one that is too large is refused', async () => {
  const { stator } = world();
  const before = await stator.admin('GET', 'faults/seed');
  const page = await world().page('/faults');
  await page.fill('seed', '18446744073709551616');
  await page.click('button', 'Draw anew from it');
  await page.sees("'seed' in the body must be a whole number");
  await page.fill('seed', '18446744073709551615');
  await page.click('button', 'Draw anew from it');
  await page.until(async () => !(await page.text()).includes("'seed' in the body"), 'the refusal has gone');
  const reply = await fetch(`${stator.url}/_stator/v1/faults/seed`);
  assert.match(await reply.text(), /"seed":18446744073709551615/);
  await stator.admin('PUT', 'faults/seed', before);
});

test('throttling is switched on, and the buckets are shown', async () => {
  const { stator } = world();
  const page = await world().page('/throughput');
  await page.click('checkbox', 'Throttle as AWS does');
  await stator.call('Scan', { TableName: 'Orders' });
  await page.sees('Requests beyond the limits are throttled as AWS does.');
  await page.sees('/s');
  await page.click('checkbox', 'Throttle as AWS does');
  await page.sees('Nothing is throttled');
});

test('a universe is forked, changed and compared', async () => {
  const { stator } = world();
  const page = await world().page('/universes');
  await page.fill('New universe', 'fork-1');
  await page.click('button', 'Fork default');
  await page.sees('fork-1');
  await stator.call('PutItem', { TableName: 'Customers', Item: { customer: { S: 'c-1021' }, name: { S: 'Renamed' } } });
  await stator.call('PutItem', { TableName: 'Customers', Item: { customer: { S: 'c-fresh' } } });
  await page.click('button', 'Compare', { exact: true });
  await page.sees('1 more, 1 changed');
  await page.sees('"Renamed"');
  await stator.call('DeleteItem', { TableName: 'Customers', Key: { customer: { S: 'c-fresh' } } });
  await stator.call('PutItem', { TableName: 'Customers', Item: { customer: { S: 'c-1021' }, name: { S: 'Customer 0' } } });
  await page.click('button', 'Again');
  await page.sees('They hold the same.');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('Delete fork-1?');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('There is no other universe to compare with.');
});
