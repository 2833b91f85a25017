import assert from 'node:assert/strict';
import test from 'node:test';
import { checkAccess } from '../support/world.mjs';
import { world } from '../support/shared.mjs';

const numbers = (...all) => ({ L: all.map((one) => ({ N: String(one) })) });

// Songs, found by their mood within a genre, or by their tempo among all.
async function makeSongs(stator) {
  const index = (IndexName, AttributeName, Dimensions, DistanceFunction, more = {}) => ({
    IndexName, VectorAttribute: { AttributeName }, Dimensions, DistanceFunction, Projection: { ProjectionType: 'ALL' }, ...more,
  });
  await stator.call('CreateTable', {
    TableName: 'Songs', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: ['id', 'genre'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    VectorIndexes: [
      index('by-mood', 'mood', 3, 'COSINE', { SearchSchema: [{ AttributeName: 'genre', SearchSchemaElementType: 'HASH' }] }),
      index('by-tempo', 'tempo', 1, 'DOT_PRODUCT', { Projection: { ProjectionType: 'KEYS_ONLY' } }),
    ],
  });
  const moods = [['blue', 'jazz', 0, 0, 1], ['calm', 'jazz', 0, 1, 0], ['loud', 'rock', 0, 1, 0], ['warm', 'jazz', 0, 1, 1]];
  await stator.write('Songs', [
    ...moods.map(([id, genre, ...mood]) => ({ id: { S: id }, genre: { S: genre }, mood: numbers(...mood) })),
    { id: { S: 'fast' }, tempo: numbers(180) },
    { id: { S: 'slow' }, tempo: numbers(60) },
  ]);
}

const drop = (stator) => stator.call('DeleteTable', { TableName: 'Songs' });
// The keys of the items that a search found, best first.
const FOUND = "[...document.querySelectorAll('form table tbody a')].map((one) => one.textContent)";

test('vector indexes are shown with what they hold', async () => {
  const { stator } = world();
  await makeSongs(stator);
  const page = await world().page('/tables/Songs');
  await page.click('link', 'Vectors', { exact: true });
  await page.leadsTo('/tables/Songs/vectors');
  await page.sees('by-mood');
  await page.sees('mood, 3 dimensions');
  await page.sees('genre HASH');
  await page.sees('nothing else');
  await page.sees(/4 of 6 items/);
  await page.sees(/2 of 6 items/);
  await page.sees('dot product');
});

test('the items nearest to a vector are found within a HASH value, and lead to the item', async () => {
  const page = await world().page('/tables/Songs/vectors');
  await page.fill('Nearest to', '0, 1, 0');
  await page.fill('genre', 'jazz');
  await page.click('button', 'Search');
  await page.becomes(FOUND, ['calm', 'warm', 'blue']);
  await page.fill('genre', 'polka');
  await page.click('button', 'Search');
  await page.sees('Nothing is there.');
  await page.fill('genre', 'rock');
  await page.click('button', 'Search');
  await page.becomes(FOUND, ['loud']);
  await page.click('link', 'loud', { exact: true });
  await page.leadsTo(/^\/tables\/Songs\/items\?.*item=.*loud/);
  await page.sees('rock');
});

test('what DynamoDB refuses is shown where it was asked', async () => {
  const page = await world().page('/tables/Songs/vectors');
  await page.fill('Nearest to', '0 1');
  await page.fill('genre', 'jazz');
  await page.click('button', 'Search');
  await page.sees('Input search vector dimension 2 does not match vector index dimension 3');
  await page.fill('Nearest to', '[0, 1, 0]');
  await page.click('button', 'Search');
  await page.missing('does not match');
  await page.becomes(FOUND, ['calm', 'warm', 'blue']);
});

test('a recall is set, and taken back', async () => {
  const { stator } = world();
  const page = await world().page('/tables/Songs/vectors');
  await page.sees('Searches find everything.');
  await page.fill('Share that is found', '0.9');
  await page.click('button', 'Set the recall');
  await page.sees('Searches find 90 % of what they should.');
  assert.equal((await stator.admin('GET', 'vectors')).recall, 0.9);
  await page.fill('Share that is found', '2');
  await page.click('button', 'Set the recall');
  await page.sees("'recall'");
  await page.fill('Share that is found', '1');
  await page.click('button', 'Set the recall');
  await page.sees('Searches find everything.');
  assert.equal((await stator.admin('GET', 'vectors')).recall, 1);
});

test('axe finds nothing, and nothing is wider than the screen', async () => {
  const page = await world().page('/tables/Songs/vectors');
  await page.fill('Nearest to', '0 1 0');
  await page.fill('genre', 'jazz');
  await page.click('button', 'Search');
  await page.becomes(FOUND, ['calm', 'warm', 'blue']);
  for (const [dark, width] of [[false, 1280], [true, 400]]) {
    await page.show({ dark, width });
    await page.becomes('[innerWidth, document.documentElement.scrollWidth]', [width, width]);
    await checkAccess(page);
  }
});

test('an index that is gone is shown no more, and a table without any says so', async () => {
  const { stator } = world();
  const page = await world().page('/tables/Customers/vectors');
  await page.sees('Customers has no vector indexes.');
  await stator.call('UpdateTable', {
    TableName: 'Songs', VectorIndexUpdates: [{ Delete: { IndexName: 'by-mood' } }],
  });
  await page.goto(`${stator.url}/_stator/console/tables/Songs/vectors`);
  await page.sees('by-tempo');
  await page.missing('by-mood');
  assert.equal(await page.count('button', 'Search', true), 1);
});

test('the copies of a vector index are held by hand', async () => {
  const { stator } = world();
  const page = await world().page('/consistency');
  await page.choose('Table or index', 'Songs/by-tempo');
  await page.click('button', 'Pause all copies');
  await page.sees('Songs.by-tempo');
  await stator.call('DeleteItem', { TableName: 'Songs', Key: { id: { S: 'fast' } } });
  const search = { TableName: 'Songs', IndexName: 'by-tempo', SearchVector: [{ N: '1' }], TopK: 5 };
  const found = async () => (await stator.call('SearchVectors', search)).SearchResults.map((one) => one.Item.id.S);
  assert.deepEqual(await found(), ['fast', 'slow']);
  await page.choose('Table or index', 'Songs/by-tempo');
  await page.click('button', 'Resume', { exact: true });
  await page.until(async () => (await found()).length === 1, 'what the index shows now');
  await drop(stator);
});
