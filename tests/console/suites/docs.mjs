import assert from 'node:assert/strict';
import test from 'node:test';
import { world } from '../support/shared.mjs';

test('the documentation is found by Ctrl K, and leads from page to page', async () => {
  const page = await world().page();
  await page.sees('Orders');
  await page.control('k');
  await page.type('consistency');
  await page.key('ArrowDown');
  await page.key('Enter');
  await page.leadsTo('/docs/CONSISTENCY.md');
  await page.sees('oldest-legal');
  await page.click('link', 'Documentation', { exact: true });
  await page.click('link', 'Recipe: time');
  await page.sees('clock');
  await page.leadsTo('/docs/recipes%2Ftime.md');
});

test('a section has an address of its own, and is shown', async () => {
  const page = await world().page('/docs/HOSTILE.md?at=streams-alone');
  await page.holds("document.getElementById('streams-alone')?.getBoundingClientRect().top < 300", 'the section');
  await page.becomes("document.querySelector('.here')?.innerText", 'Streams alone');
});

test('a page that is not there is told so', async () => {
  const page = await world().page('/docs/NOTHING.md');
  await page.sees('There is no page NOTHING.md.');
});
