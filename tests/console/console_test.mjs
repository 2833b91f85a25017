// The page in a real Chromium, driven by clicks and keys. One browser, one Stator, one after the other.
import { after, afterEach, before } from 'node:test';
import { World } from './support/world.mjs';
import { makeShop } from './support/server.mjs';
import { world, setWorld } from './support/shared.mjs';

before(async () => {
  setWorld(await World.start());
  await makeShop(world().stator);
});
afterEach(() => world().close());
after(() => world().stop());

await import('./suites/frame.mjs');
await import('./suites/tables.mjs');
await import('./suites/items.mjs');
await import('./suites/editor.mjs');
await import('./suites/watch.mjs');
await import('./suites/laboratory.mjs');
await import('./suites/inside.mjs');
await import('./suites/backups.mjs');
await import('./suites/moves.mjs');
await import('./suites/triggers.mjs');
await import('./suites/kinesis.mjs');
await import('./suites/permissions.mjs');
await import('./suites/vectors.mjs');
await import('./suites/replicas.mjs');
await import('./suites/docs.mjs');
await import('./suites/speed.mjs');
await import('./suites/access.mjs');
