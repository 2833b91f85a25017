// One Chromium and one Stator for all tests of a file. A test has a tab for itself while it runs.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from './browser.mjs';
import { Page } from './page.mjs';
import { startStator } from './server.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export class World {
  pages = [];
  #left = []; // tabs that earlier tests have left: a new one costs a quarter of a second

  static async start(...flags) {
    const world = new World();
    world.files = mkdtempSync(join(tmpdir(), 'stator-files-'));
    const folders = ['s3', 'kinesis', 'trigger'].flatMap((name) => [`--${name}-dir`, join(world.files, name)]);
    [world.stator, world.browser] = await Promise.all([startStator(...folders, ...flags), startBrowser()]);
    return world;
  }

  async stop() {
    await this.browser.stop();
    await this.stator.stop();
    rmSync(this.files, { recursive: true, force: true });
  }

  // A page of this world's Stator, or of another.
  async page(path = '', { stator = this.stator, ...looks } = {}) {
    const page = this.#left.pop() ?? await Page.open(this.browser);
    this.pages.push(page);
    page.home = stator.url;
    await page.show(looks);
    await page.goto(`${stator.url}/_stator/console${path}`);
    return page;
  }

  // Deletes a universe. The pages are closed first: one that still shows the universe would create
  // it again.
  async forget(universe) {
    await this.close();
    await this.stator.admin('DELETE', `universes/${universe}`);
  }

  // After each test: the pages had no problems, and sent requests only to Stator.
  async close() {
    const pages = this.pages.splice(0);
    const strangers = pages.flatMap((page) => page.requests.filter((url) => !url.startsWith(page.home) && !/^(blob|data|about):/.test(url)));
    const problems = pages.flatMap((page) => page.problems);
    await Promise.all(pages.map((page) => page.leave()));
    this.#left.push(...pages);
    assert.deepEqual(strangers, [], 'requests to other machines');
    assert.deepEqual(problems, [], 'complaints of the page');
  }
}

// The error contains the violations that axe finds, and their places.
export async function checkAccess(page) {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`${axe}; undefined`);
  // `preload` would load style sheets once more, for rules that are still experiments and are not asked.
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
    violations.map((one) => one.id + ': ' + one.help + ' ' + one.nodes.map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`);
  assert.deepEqual(found, []);
}
