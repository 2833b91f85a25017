import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

test('a scan shows all items and what they cost', async () => {
  const page = await world().page('/tables/Orders/items');
  await page.sees('240 read');
  await page.sees('RCU, eventual');
  await page.sees('Scan: every item is read and paid for');
});

test('a query is built by keyboard: partition key, range, filter', async () => {
  const page = await world().page('/tables/Orders/items');
  await page.sees('240 read');
  await page.key('/');
  await page.type('c-1022');
  await page.choose('How placed is compared', '>=');
  await page.fill('Sort key placed', '1767340000');
  await page.click('button', '+ filter');
  await page.fill('Attribute to filter by', 'state');
  await page.fill('Value of state', 'paid');
  await page.key('Enter');
  await page.sees('Query where customer = "c-1022" AND placed >= 1767340000; then keep state = "paid"');
  await page.sees(/\d+ of \d+ read/);
  await page.leadsTo(/pk=%22c-1022%22&sk=/);
});

test('the address alone brings the question back', async () => {
  const page = await world().page('/tables/Orders/items?index=by_state&pk=%22open%22&sk=%5B%22between%22%2C%221767312000%22%2C%221767330000%22%5D&order=descending');
  await page.sees('Query where state = "open" AND placed BETWEEN 1767312000 AND 1767330000');
  await page.holds("document.querySelectorAll('tr[aria-rowindex]').length > 3", 'rows');
  const placed = await page.evaluate("[...document.querySelectorAll('tr[aria-rowindex] td:nth-child(2)')].map((one) => Number(one.innerText))");
  assert.deepEqual(placed, [...placed].sort((a, b) => b - a));
});

test('PartiQL and the builder hold the same question', async () => {
  const page = await world().page('/tables/Orders/items?pk=%22c-1022%22');
  await page.sees('6 read');
  await page.click('button', 'PartiQL', { exact: true });
  await page.becomes("document.getElementById('ask-statement')?.value", 'SELECT * FROM "Orders" WHERE "customer" = \'c-1022\'');
  await page.fill('PartiQL statement', 'SELECT * FROM "Orders" WHERE "customer" = \'c-1023\' AND "placed" > 1767350000');
  await page.control('Enter');
  await page.leadsTo(/statement=/);
  await page.click('button', 'Builder', { exact: true });
  await page.sees('Query where customer = "c-1023" AND placed > 1767350000');
});

test('a statement that writes is carried out when it is run, and not when its address is opened', async () => {
  const { stator } = world();
  const count = async () => (await stator.call('Scan', { TableName: 'Customers', Select: 'COUNT' })).Count;
  const page = await world().page(`/tables/Customers/items?statement=${encodeURIComponent('INSERT INTO "Customers" VALUE {\'customer\': \'c-sql\'}')}`);
  await page.click('textbox', 'PartiQL statement');
  assert.equal(await count(), 40);
  await page.control('Enter');
  await page.until(async () => (await count()) === 41, 'the item is inserted');
  await page.fill('PartiQL statement', 'DELETE FROM "Customers" WHERE customer = \'c-sql\'');
  await page.control('Enter');
  await page.until(async () => (await count()) === 40, 'the item is deleted');
});

test('Tab completes a name in PartiQL', async () => {
  const page = await world().page('/tables/Orders/items?statement=SELECT%20*%20FROM%20%22Orders%22%20WHERE%20');
  await page.click('textbox', 'PartiQL statement');
  await page.control('a');
  await page.type('SELECT * FROM "Orders" WHERE cus');
  await page.sees('"customer"');
  await page.key('Tab');
  await page.becomes("document.getElementById('ask-statement').value", 'SELECT * FROM "Orders" WHERE "customer" ');
});

test('the question is copied as the CLI has it', async () => {
  const page = await world().page('/tables/Orders/items?pk=%22c-1022%22');
  await page.sees('6 read');
  await page.evaluate('window.copied = []; navigator.clipboard.writeText = (text) => { window.copied.push(text); return Promise.resolve(); }');
  const copied = await page.watchFor('Copied: AWS CLI');
  await page.key('.');
  await page.click('button', 'AWS CLI');
  await copied();
  assert.match(await page.evaluate('window.copied[0]'), /^aws dynamodb query [^]*--key-condition-expression '#customer = :customer'/);
});

test('a file that is dropped is imported; what is shown is exported', async () => {
  const page = await world().page('/tables/Queue/items');
  await page.sees('Queue has no items.');
  await page.evaluate(`(() => {
    const lines = Array.from({ length: 60 }, (_, i) => JSON.stringify({ id: 'job-' + i, tries: i, at: { shelf: 'A' } }));
    const data = new DataTransfer();
    data.items.add(new File([lines.join('\\n')], 'jobs.jsonl'));
    const target = document.querySelector('.dropping');
    for (const type of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
  await page.sees('60 items. Items of the same key are replaced.');
  await page.click('button', 'Write 60 items');
  await page.sees('60 items written.');
  await page.sees('60 read');
  await page.evaluate("window.saved = []; URL.createObjectURL = ((old) => (blob) => { blob.text().then((text) => window.saved.push(text)); return old.call(URL, blob); })(URL.createObjectURL)");
  await page.click('button', 'Import, export');
  await page.click('button', 'JSON, a line each');
  await page.holds('window.saved.length > 0', 'an exported file');
  const lines = (await page.evaluate('window.saved[0]')).trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, 60);
  assert.deepEqual(lines.find((one) => one.id === 'job-7'), { id: 'job-7', tries: 7, at: { shelf: 'A' } });
});

test('a file without keys is refused by name', async () => {
  const page = await world().page('/tables/Queue/items');
  await page.sees('read');
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['[{"name": "x"}, {"id": 7}]'], 'wrong.json'));
    document.querySelector('.dropping').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
  await page.sees('Item 1 has no id, which is a key.');
  await page.sees('Item 2: the key id must be of type S, and is N.');
});

test('several items are marked and deleted, after one question', async () => {
  const { stator } = world();
  const page = await world().page('/tables/Queue/items');
  await page.sees('60 read');
  await page.click('tr[aria-rowindex="2"]');
  await page.click('tr[aria-rowindex="6"]', undefined, { modifiers: 8 });
  await page.click('button', 'Delete 5 items…');
  await page.sees('Delete 5 items?');
  await page.click('button', 'Delete 5 items', { exact: true });
  await page.sees('55');
  await page.until(async () => (await stator.call('Scan', { TableName: 'Queue', Select: 'COUNT' })).Count === 55, '55 items left');
});

test('a lag is told beside what was read', async () => {
  const { stator } = world();
  await stator.admin('PUT', 'consistency', { mode: 'lagged', indexLag: 500 });
  await stator.call('Query', { TableName: 'Orders', IndexName: 'by_state', KeyConditionExpression: '#s = :s', ExpressionAttributeNames: { '#s': 'state' }, ExpressionAttributeValues: { ':s': { S: 'open' } } });
  const page = await world().page('/tables/Orders/items?index=by_state&pk=%22open%22');
  await page.sees('this index is 500 ms behind');
  await stator.admin('PUT', 'consistency', { mode: 'latest', indexLag: 0 });
});
