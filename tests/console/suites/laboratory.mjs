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
  // A shard ends before, but a user who wants to go there means the items.
  assert.equal((await stator.admin('GET', 'due?universe=clocks')).due[0].what, 'transition');
  await page.becomes("document.querySelector('[aria-label=\"What is due\"] tbody tr')?.innerText.includes('of Orders expire')", true);
  await page.click('button', 'Advance to it: ');
  await page.sees('2026-01-04 00:10:02'); // they stay for two seconds
  assert.equal(await count(), before - 1);
  await page.click('button', 'clock 2026');
  await page.click('button', 'Until ');
  await page.sees('2026-01-04 00:20:02');
  assert.equal(await count(), before - 2);
  await page.click('button', 'Follow', { exact: true });
  await page.sees('follows the machine’s clock');
  assert.equal((await stator.admin('GET', 'clock?universe=clocks')).mode, 'follow');
  await world().forget('clocks');
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

test('streams are made harder to read by a form, and as usual again', async () => {
  const { stator } = world();
  const page = await world().page('/faults');
  await page.sees('Streams are read as usual.');
  await page.fill('Records come later by', 'uniform:0:500');
  await page.fill('Share of empty pages', '0.5');
  await page.fill('Records of a page at most', '3');
  await page.click('button', 'Set for streams');
  await page.sees('Streams are harder to read than usual.');
  const { lag, emptyPages, pageRecords, shardRecords } = await stator.admin('GET', 'streams');
  assert.deepEqual({ lag, emptyPages, pageRecords, shardRecords }, { lag: { uniform: [0, 500] }, emptyPages: 0.5, pageRecords: 3, shardRecords: 0 });
  await page.fill('Share of empty pages', 'half');
  await page.click('button', 'Set for streams');
  await page.sees("'Share of empty pages' must be a number, not 'half'.");
  await page.fill('Share of empty pages', '2');
  await page.click('button', 'Set for streams');
  await page.sees("'emptyPages' in the body must be");
  await page.click('link', 'Streams', { exact: true });
  await page.sees('Streams are harder to read than usual: records come later by 0 to 500 ms, 50 % of pages are empty');
  await page.click('link', 'Change it');
  await page.click('button', 'As usual');
  await page.sees('Streams are read as usual.');
  assert.equal((await stator.admin('GET', 'streams')).pageRecords, 0);
});

test('the laboratory is one file: shown with all digits, changed, dropped, applied, refused', async () => {
  const { stator } = world();
  const page = await world().page('/laboratory');
  const text = () => page.evaluate("document.querySelector('textarea.whole').value");
  await page.until(async () => (await text()).includes('"mode": "frozen"'), 'the settings');
  const reply = await (await fetch(`${stator.url}/_stator/v1/laboratory`)).text();
  await page.becomes(`document.querySelector('textarea.whole').value.includes('${/"seed":(\d+)/.exec(reply)[1]}')`, true);
  await page.fill('Laboratory as JSON', '{\n  "faults": [\n');
  await page.click('button', 'Apply', { exact: true });
  await page.sees('Line 3: the text ends too early');
  const file = { throughput: { heat: true }, universes: [{ name: 'dropped', fixtures: [{
    table: { TableName: 'Seeds', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }] },
    items: [{ id: { S: 'one' } }],
  }] }] };
  await page.drop('.dropping', 'lab.json', JSON.stringify(file));
  await page.sees('lab.json, not applied yet');
  await page.click('button', 'Apply', { exact: true });
  await page.sees('Applied.');
  assert.equal((await stator.call('Scan', { TableName: 'Seeds' }, { universe: 'dropped' })).Count, 1);
  assert.equal((await stator.admin('GET', 'throughput')).heat, true);
  // The second time it drops what the universe holds, and asks.
  await page.becomes("document.querySelector('header').textContent.includes('dropped')", true);
  await page.drop('.dropping', 'lab.json', JSON.stringify(file));
  await page.sees('lab.json, not applied yet');
  await page.click('button', 'Apply', { exact: true });
  await page.sees('dropped is made anew: what it holds is dropped.');
  await page.click('button', 'Keep', { exact: true });
  await page.fill('Laboratory as JSON', '{"fixtures": 7}');
  await page.click('button', 'Apply', { exact: true });
  await page.click('button', 'Apply it', { exact: true });
  await page.sees("'fixtures'");
  await page.click('button', 'Put back');
  await page.until(async () => (await text()).includes('"name": "dropped"'), 'what is');
  await world().forget('dropped');
  await stator.admin('PUT', 'throughput', { heat: false });
});

test('warnings of a laboratory file are shown', async () => {
  const page = await world().page('/laboratory');
  await page.holds("document.querySelector('textarea.whole').value.includes('frozen')", 'the settings');
  await page.drop('.dropping', 'lab.json', JSON.stringify({ faults: { rules: [{ name: 'far', match: { universe: 'nowhere' }, fault: { status: 503 } }] } }));
  await page.click('button', 'Apply', { exact: true });
  await page.sees('Applied, with 1 warning:');
  await page.sees("'nowhere'");
  await world().stator.admin('DELETE', 'faults');
});

test('a universe gets a port of its own, and loses it', async () => {
  const { stator } = world();
  await stator.admin('POST', 'universes', { name: 'ported' });
  const page = await world().page('/universes');
  await page.click('button', 'Listen for ported');
  await page.click('button', 'Open', { exact: true });
  await page.sees('127.0.0.1:');
  const { ports } = (await stator.admin('GET', 'universes')).universes.find((one) => one.name === 'ported');
  await page.sees(`127.0.0.1:${ports[0]}`);
  const reply = await fetch(`http://127.0.0.1:${ports[0]}/_stator/v1/clock`);
  assert.equal((await reply.json()).universe, 'ported');
  await page.click('button', `Close port ${ports[0]} of ported`);
  await page.missing(`127.0.0.1:${ports[0]}`);
  await page.click('button', 'Listen for ported');
  await page.fill('Port for ported', new URL(stator.url).port);
  await page.click('button', 'Open', { exact: true });
  await page.sees('Not done');
  await world().forget('ported');
});

test('looking is not throttled, and is no heat', async () => {
  const { stator } = world();
  const there = { universe: 'tight' };
  await stator.admin('POST', 'universes', { name: 'tight' });
  await stator.call('CreateTable', {
    TableName: 'Tight', ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }, KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  }, there);
  await stator.admin('PUT', 'throughput?universe=tight', { throttle: 'aws', heat: true });
  const put = () => stator.call('PutItem', { TableName: 'Tight', Item: { id: { S: 'large' }, text: { S: 'x'.repeat(300_000) } } }, there).then(() => '', (error) => error.message);
  let refusal = '';
  while (!refusal) refusal = await put();
  assert.match(refusal, /ProvisionedThroughputExceeded/);
  const heat = async () => (await stator.admin('GET', 'heat?universe=tight')).sources.map((one) => [one.read.units, one.write.units, one.throttled]);
  const before = await heat();
  const page = await world().page('/tables/Tight/items?universe=tight');
  await page.sees('1 read');
  await page.key('n');
  await page.fill('Item as JSON', '{"id": "written", "n": 1}');
  await page.control('Enter');
  await page.holds("document.querySelectorAll('tr[aria-rowindex]').length === 2", 'the new item');
  assert.equal((await stator.call('DescribeTable', { TableName: 'Tight' }, there)).Table.ItemCount, 2);
  assert.deepEqual(await heat(), before);
  assert.match(await put(), /ProvisionedThroughputExceeded/);
  await world().forget('tight');
});

test('what differs between two universes is told path by path', async () => {
  const { stator } = world();
  const there = { universe: 'compared' };
  const compared = (operation, input, more) => stator.call(operation, input, { ...there, ...more });
  await stator.admin('POST', 'universes/default/fork', { name: 'compared' });
  const { customer, placed } = (await compared('Scan', { TableName: 'Orders', Limit: 1 })).Items[0];
  const note = (by) => compared('UpdateItem', { TableName: 'Orders', Key: { customer, placed }, UpdateExpression: 'SET note = :m', ExpressionAttributeValues: { ':m': { M: { by: { S: by } } } } });
  await note('ann');
  await stator.admin('POST', 'universes/compared/fork', { name: 'before' });
  const page = await world().page('/universes?universe=compared&with=before');
  await page.sees('They hold the same.');
  await note('bob');
  await compared('PutItem', { TableName: 'Orders', Item: { customer: { S: 'somebody new' }, placed: { N: '1' }, sum: { N: '12345678901234567890123' } } });
  await compared('CreateTable', { TableName: 'Later', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }] }, { region: 'eu-west-1' });
  await compared('UpdateTable', { TableName: 'Customers', DeletionProtectionEnabled: true });
  await page.click('button', 'Again');
  await page.sees('1 more, 1 changed');
  const told = await page.evaluate("[...document.querySelectorAll('details.block > summary')].map((one) => one.textContent.replace(/\\s+/g, ' ').trim())");
  assert.deepEqual(told, ['Later · eu-west-1 only in compared', 'Orders 1 more, 1 changed', 'Customers another definition']);
  for (const line of ['note.by "ann"', 'note.by "bob"', 'sum 12345678901234567890123']) await page.sees(line);
  await page.missing('note {');
  await page.click('link', 'somebody new · 1');
  await page.until(async () => /\/tables\/Orders\/items.*universe=compared/.test(await page.address()), 'the item, where it is');
  await page.sees('somebody new · 1');
  await world().forget('compared');
  await stator.admin('DELETE', 'universes/before');
});

// A program's view of a counter under lag, with the ids of its requests. The console looks at it in
// between if `isLookedAt`.
async function seenByProgram(stator, universe, isLookedAt) {
  const there = { universe };
  await stator.admin('POST', 'universes', { name: universe });
  await stator.admin('POST', `universes/${universe}/reset`, { seed: 7, at: '2026-01-01T00:00:00Z' });
  await stator.admin('POST', `clock/freeze?universe=${universe}`, {});
  await stator.admin('PUT', `consistency?universe=${universe}`, { mode: 'lagged', lag: { uniform: [0, 1000] } });
  await stator.call('CreateTable', { TableName: 'Counter', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }] }, there);
  const seen = [];
  for (let n = 0; n < 25; n++) {
    await stator.call('PutItem', { TableName: 'Counter', Item: { id: { S: 'n' }, n: { N: String(n) } } }, there);
    await stator.admin('POST', `clock/advance?universe=${universe}`, { ms: 90 });
    for (let look = 0; isLookedAt && look < 3; look++) await stator.exchange('/_stator/console/api', look ? 'Scan' : 'DescribeTable', { TableName: 'Counter' }, there);
    const { body, id } = await stator.exchange('/', 'GetItem', { TableName: 'Counter', Key: { id: { S: 'n' } } }, there);
    seen.push(`${body.Item?.n.N} ${id}`);
  }
  await stator.admin('DELETE', `universes/${universe}`);
  return seen;
}

test('looking takes no draw and no request id away from the program', async () => {
  const { stator } = world();
  const alone = await seenByProgram(stator, 'alone', false);
  assert.ok(alone.some((one, n) => Number(one.split(' ')[0]) < n - 1), 'some reads are stale');
  assert.deepEqual(await seenByProgram(stator, 'looked-at', true), alone);
});
