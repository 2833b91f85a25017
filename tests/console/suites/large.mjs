import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

const ITEMS = 100_000;
const MOST_ROWS_IN_PAGE = 120;

test('100,000 items: only what is seen is in the page, and it follows the hand', async () => {
  const { stator } = world();
  await stator.call('CreateTable', {
    TableName: 'Large', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  });
  await stator.write('Large', Array.from({ length: ITEMS }, (_, i) => ({ id: { S: `item-${i}` }, n: { N: String(i) }, kind: { S: i % 2 ? 'odd' : 'even' } })));
  const page = await world().page('/tables/Large/items');
  await page.sees('More');
  await page.click('button', 'All', { exact: true });
  await page.sees('100,000 read');
  await page.until(() => page.evaluate("!document.body.innerText.includes('Stop')"), 'all read');
  assert.equal(await page.evaluate("document.querySelector('[role=grid]').getAttribute('aria-rowcount')"), String(ITEMS + 1));
  assert.ok(await page.evaluate("document.querySelectorAll('tr[aria-rowindex]').length") <= MOST_ROWS_IN_PAGE);
  const slowest = await page.evaluate(`(async () => {
    const box = document.querySelector('.scroller');
    let worst = 0;
    for (let i = 1; i <= 30; i++) {
      const start = performance.now();
      box.scrollTop = (box.scrollHeight / 30) * i;
      await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
      worst = Math.max(worst, performance.now() - start);
      if (document.querySelectorAll('tr[aria-rowindex]').length === 0) return Infinity;
    }
    return worst;
  })()`);
  assert.ok(slowest < 500, `a step took ${slowest} ms`);
  await page.evaluate("document.querySelector('[role=grid]').focus()");
  await page.key('End');
  await page.until(() => page.evaluate(`document.querySelector('tr[aria-rowindex="${ITEMS + 1}"]') !== null`), 'the last row');
  await stator.call('DeleteTable', { TableName: 'Large' });
});
