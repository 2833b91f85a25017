import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

const KEY = { customer: { S: 'c-1021' }, placed: { N: '1767312000' } };
const PATH = `/tables/Orders/items?pk=%22c-1021%22&item=${encodeURIComponent(JSON.stringify(KEY))}`;

const isThere = (page) => page.until(async () => (await page.count('textbox', 'Item as JSON')) === 1, 'the editor');
const item = async () => (await world().stator.call('GetItem', { TableName: 'Orders', Key: KEY, ConsistentRead: true })).Item;
const text = (page) => page.evaluate("document.querySelector('textarea.editor').value");

async function edit(page, from, to) {
  const changed = (await text(page)).replace(from, to);
  await page.fill('Item as JSON', changed);
}

test('an edit shows what changes, and is saved with its types kept', async () => {
  const before = await item();
  const page = await world().page(PATH);
  await isThere(page);
  await edit(page, '"state": "open"', '"state": "paid", "note": "by hand"');
  await page.sees('What changes');
  await page.sees(/−\s*state "open"\s*\+\s*state "paid"/);
  await page.control('Enter');
  await page.sees('Saved.');
  assert.deepEqual(await item(), { ...before, state: { S: 'paid' }, note: { S: 'by hand' } });
});

test('DynamoDB JSON shows the types, and both forms are the same item', async () => {
  const page = await world().page(PATH);
  await isThere(page);
  await page.click('button', 'DynamoDB JSON');
  await page.becomes("JSON.parse(document.querySelector('textarea.editor').value)", await item());
  await edit(page, '"SS"', '"L"');
  await page.sees('tags is not in DynamoDB JSON');
  await edit(page, '"L": ["', '"SS": ["');
  await page.click('button', 'JSON', { exact: true });
  await page.becomes("JSON.parse(document.querySelector('textarea.editor').value).tags", (await item()).tags.SS);
});

test('a conflict shows three versions, and nothing is lost', async () => {
  const { stator } = world();
  const page = await world().page(PATH);
  await isThere(page);
  await stator.call('UpdateItem', { TableName: 'Orders', Key: KEY, UpdateExpression: 'SET version = :v', ExpressionAttributeValues: { ':v': { N: '77' } } });
  await edit(page, '"note": "by hand"', '"note": "mine"');
  await page.click('button', 'Save if unchanged');
  await page.sees('Somebody changed the item meanwhile. Nothing was saved.');
  await page.sees('What they changed');
  await page.sees('What you changed');
  assert.equal((await item()).note.S, 'by hand');
  await page.click('button', 'Keep mine, compared with theirs');
  await page.sees('What changes');
  await edit(page, '"version": 1', '"version": 77');
  await page.click('button', 'Save if unchanged');
  await page.sees('Saved.');
  const saved = await item();
  assert.equal(saved.note.S, 'mine');
  assert.equal(saved.version.N, '77');
});

test('JSON that does not parse is told by its line and cannot be saved', async () => {
  const page = await world().page(PATH);
  await isThere(page);
  await page.fill('Item as JSON', '{\n  "customer": "c-1021",\n  oops\n}');
  await page.sees('Line 3: a name must be in double quotes');
  await page.becomes("window.__find('button', 'Save if unchanged')[0].disabled", true);
});

test('a new item is written only if there is none of its key, and deleted after one question', async () => {
  const { stator } = world();
  const page = await world().page('/tables/Customers/items');
  await page.sees('40 read');
  await page.key('n');
  await isThere(page);
  await page.fill('Item as JSON', '{ "customer": "c-1021", "name": "twice" }');
  await page.click('button', 'Put if there is none');
  await page.sees('There is an item with this key already.');
  await page.click('button', 'Close the details');
  await page.key('n');
  await isThere(page);
  await page.fill('Item as JSON', '{ "customer": "c-new", "rank": 12345678901234567890 }');
  await page.click('button', 'Put if there is none');
  await page.sees('41 read');
  const made = (await stator.call('GetItem', { TableName: 'Customers', Key: { customer: { S: 'c-new' } } })).Item;
  assert.deepEqual(made, { customer: { S: 'c-new' }, rank: { N: '12345678901234567890' } });
  await page.click('button', 'Delete', { exact: true });
  await page.sees('Delete this item?');
  await page.click('button', 'Delete', { exact: true });
  await page.sees('40 read');
});
