// A real Chromium, controlled over two pipes in the DevTools protocol. Nothing else needs to be
// installed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--hide-scrollbars', '--force-color-profile=srgb',
  // A page that was left must end: a cached copy that waits for the user to come back would
  // continue to send requests.
  '--disable-features=BackForwardCache', '--font-render-hinting=none', '--mute-audio', '--remote-debugging-pipe', '--lang=en-US',
];
const ANSWER_MS = 30_000;

// The messages of one Chromium, each ended by a zero byte.
class Connection {
  #next = 1;
  #waiting = new Map();
  #listeners = new Set();

  constructor(toBrowser, fromBrowser) {
    this.toBrowser = toBrowser;
    let rest = '';
    fromBrowser.setEncoding('utf8');
    fromBrowser.on('data', (text) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop();
      for (const message of messages) this.#take(JSON.parse(message));
    });
    fromBrowser.on('close', () => this.#fail(new Error('Chromium has ended')));
    toBrowser.on('error', () => undefined);
  }

  #take(message) {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    this.#waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting.resolve(message.result);
  }

  #fail(error) {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer in ${ANSWER_MS} ms`)), ANSWER_MS);
      this.#waiting.set(id, { resolve, reject, method, timer });
      this.toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  listen(listener) {
    this.#listeners.add(listener);
  }
}

export async function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'stator-console-'));
  const child = spawn(process.env.CHROMIUM ?? 'chromium', [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const connection = new Connection(child.stdio[3], child.stdio[4]);
  return {
    connection,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await connection.send('Browser.close').catch(() => child.kill('SIGKILL'));
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
