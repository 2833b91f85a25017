#!/usr/bin/env node
'use strict';
// `npx stator`: runs the program with this process's arguments and standard streams, and ends in
// the same way.
const { spawn } = require('node:child_process');
const { binaryPath } = require('../lib/binary.js');

let path;
try {
  path = binaryPath();
} catch (error) {
  console.error(`stator: ${error.message}`);
  process.exit(1);
}
const child = spawn(path, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`stator: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
