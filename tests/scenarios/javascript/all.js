// Every scenario in one process, which loads the SDK once and compiles it once: half the time of a
// process for each file.

import { readdirSync } from 'node:fs';

const files = readdirSync(new URL('.', import.meta.url));
for (const file of files.filter((name) => name.endsWith('_test.js')).sort()) {
  await import(`./${file}`);
}
