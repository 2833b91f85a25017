// The speed of the page on 100,000 items, by Chromium's own figures: frames while the user scrolls,
// and the time from a click to its result.
//
// The page's own work is measured as the processor time of its thread. Its median must always be
// within the limit, because other processes share the caches. The elapsed time is also measured. It
// must be within its limit, and so must 95 % of the frames, but only while this test has the
// processors for itself.
//
// The requirement is that no user waits for a tenth of a second. On two quiet processors the
// medians are 47 ms from the table to its rows, 51 ms for an item, 26 ms for the last row and 34 ms
// for a question; the page itself works for 33, 35, 22 and 17 ms of that. Each may take twice that
// here, because processes on the same processor also slow it down.
import assert from 'node:assert/strict';
import test from 'node:test';
import { watchLoad } from '../support/load.mjs';
import { world } from '../support/shared.mjs';
import { Trace } from '../support/trace.mjs';

const ITEMS = 100_000;
const FRAME_MS = 1000 / 60;
const SPINNER_MS = 100;
const TRIES = 5;
const MOST_ROWS_IN_PAGE = 120;
const FRAMES = 240;
const FRAME_PX = 100; // six thousand pixels a second

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[list.length >> 1];
const nearly = (list) => sorted(list)[Math.floor(list.length * 0.95)]; // of 95 %
const text = (list) => list.map((ms) => ms.toFixed(0)).join(', ');

// In a separate universe, which one laboratory file fills.
async function makeLarge(stator) {
  const table = {
    TableName: 'Large', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  };
  const items = Array.from({ length: ITEMS }, (_, i) => ({
    id: { S: `item-${i}` }, n: { N: String(i) }, kind: { S: i % 2 ? 'odd' : 'even' }, text: { S: `what item ${i} says of itself` }, open: { BOOL: i % 3 === 0 },
  }));
  await stator.admin('PUT', 'laboratory', { universes: [{ name: 'large', fixtures: [{ table, items }] }] });
}

// Whether the user waits: the page then shows a button that ends the long operation.
const IS_BUSY = "window.__find('button', 'Stop', true).length > 0";

async function all(page) {
  await page.sees('More');
  await page.click('button', 'All', { exact: true });
  await page.sees('100,000 read');
  await page.holds(`!(${IS_BUSY})`, 'all read');
}

// Measures from the press of the mouse or of a key to the first frame in which `condition` holds.
async function timed(page, condition, act) {
  await page.evaluate(`window.__timed = new Promise((done) => {
    const fits = () => ${condition};
    const waiting = new AbortController();
    const begin = ({ timeStamp }) => {
      waiting.abort();
      performance.mark('begin');
      const look = () => requestAnimationFrame(() => {
        if (!fits()) return look();
        performance.mark('end');
        done(performance.now() - timeStamp);
      });
      look();
    };
    for (const type of ['mousedown', 'keydown']) addEventListener(type, begin, { capture: true, signal: waiting.signal });
  }); undefined`);
  await act();
  return page.evaluate('window.__timed');
}

// Does something several times, with `again` to restore the previous state. `workMs` is the limit
// of the page's own work.
async function quick(t, page, { name, workMs }, condition, act, again) {
  const trace = await Trace.start(page);
  const isCalm = watchLoad();
  const passed = [];
  for (let i = 0; i < TRIES; i++) {
    passed.push(await timed(page, condition(i), act));
    await again(i + 1);
  }
  const wasCalm = isCalm();
  const busy = (await trace.stop()).busy('begin', 'end');
  t.diagnostic(`${name}: ${text(passed)} ms, of which the page was at work for ${text(busy)}`);
  assert.equal(busy.length, TRIES);
  assert.ok(median(busy) < workMs, `${name}: the page was at work for ${busy} ms`);
  if (wasCalm) assert.ok(median(passed) < SPINNER_MS, `${name} took ${passed} ms`);
}

test('100,000 items: only what is seen is in the page, to the last row; scrolling keeps sixty frames a second', async (t) => {
  await makeLarge(world().stator);
  const page = await world().page('/tables/Large/items?universe=large');
  await all(page);
  assert.equal(await page.evaluate("document.querySelector('[role=grid]').getAttribute('aria-rowcount')"), String(ITEMS + 1));
  assert.ok(await page.evaluate("document.querySelectorAll('tr[aria-rowindex]').length") <= MOST_ROWS_IN_PAGE);
  await page.evaluate("document.querySelector('[role=grid]').focus()");
  await page.key('End');
  await page.holds(`document.querySelector('tr[aria-rowindex="${ITEMS + 1}"]') !== null`, 'the last row');
  await page.key('Home');
  await page.key('Escape');
  await page.holds('document.querySelector(\'tr[aria-rowindex="2"]\') !== null && document.querySelector(\'aside\') === null', 'the first row');
  const trace = await Trace.start(page);
  const isCalm = watchLoad();
  const { frames, rows } = await page.evaluate(`new Promise((done) => {
    const box = document.querySelector('.scroller');
    const [frames, rows] = [[], []];
    let [before, top] = [0, 0];
    const rowAt = (px) => box.querySelector('tr[aria-rowindex="' + (2 + Math.floor(px / 27)) + '"]') !== null;
    const next = (now) => {
      performance.mark('frame');
      if (before) frames.push(now - before);
      before = now;
      rows.push(rowAt(top) && rowAt(top + 400)); // what the frame before has shown
      top += ${FRAME_PX};
      box.scrollTop = top;
      if (frames.length < ${FRAMES}) requestAnimationFrame(next);
      else done({ frames, rows });
    };
    requestAnimationFrame(next);
  })`);
  const wasCalm = isCalm();
  const busy = (await trace.stop()).busy('frame', 'frame');
  t.diagnostic(`${frames.length} frames of ${FRAME_PX} px: one each ${median(frames).toFixed(1)} ms, ${nearly(frames).toFixed(1)} ms at the slowest but one in twenty; the page was at work for ${median(busy).toFixed(1)} and ${nearly(busy).toFixed(1)} ms of it`);
  assert.ok(rows.every(Boolean), 'rows were there in every frame');
  assert.ok(median(busy) < FRAME_MS, 'the page is at work for longer than a frame');
  if (!wasCalm) return;
  assert.ok(nearly(busy) < FRAME_MS, 'the page is now and then at work for longer than a frame');
  assert.ok(nearly(frames) < FRAME_MS * 1.5, 'frames are dropped');
});

test('nothing that one does with 100,000 items takes a tenth of a second', async (t) => {
  const page = await world().page('/tables?universe=large');
  await page.sees('Large');
  const rows = "document.querySelectorAll('[aria-label=\"Items of Large\"] tr[aria-rowindex]').length > 20";
  await quick(t, page, { name: 'from the table to its rows', workMs: 90 }, () => rows, () => page.click('link', 'Large'), async () => {
    await page.click('link', 'Tables', { exact: true });
    await page.sees('New table');
  });
  await page.click('link', 'Large');
  await all(page);
  const item = "document.querySelector('textarea.editor') !== null";
  await quick(t, page, { name: 'an item is opened', workMs: 80 }, () => item, () => page.click('row', 'item-'), async () => {
    await page.key('Escape');
    await page.holds(`!(${item})`, 'closed');
  });
  const last = `document.querySelector('tr[aria-rowindex="${ITEMS + 1}"]') !== null`;
  await page.evaluate("document.querySelector('[role=grid]').focus()");
  await quick(t, page, { name: 'the last row is gone to', workMs: 60 }, () => last, () => page.key('End'), async () => {
    await page.key('Home');
    await page.holds(`!(${last})`, 'the first row');
  });
  const write = (i) => page.fill('Partition key', `item-${i}`);
  await write(0);
  await quick(t, page, { name: 'one of them is asked for', workMs: 50 }, (i) => `document.querySelector('tr[aria-rowindex] td')?.innerText === 'item-${i}'`, () => page.key('Enter'), write);
  await world().forget('large');
});
