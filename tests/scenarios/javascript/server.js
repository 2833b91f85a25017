// One process of the emulator: how it is started, found and stopped.
//
// The server is started as `stator --port 0 [--db-path DIR]`. It announces itself by one line on
// stdout, `Stator is listening on http://127.0.0.1:PORT`, and answers SIGTERM by exiting with code
// 0.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const LISTENING = /^Stator is listening on (http:\/\/127\.0\.0\.1:\d+)$/;
const START_MS_MAX = 30_000;
const STOP_MS_MAX = 30_000;

// Owns one process from `start` until `stop`; not restartable.
export class Server {
  static async start(binary, logPath, dataPath) {
    const server = new Server(binary, logPath, dataPath);
    server.endpoint = await server.#announcedEndpoint();
    return server;
  }

  #process;
  #exited;
  #logPath;

  constructor(binary, logPath, dataPath) {
    const log = openSync(logPath, 'a');
    const options = dataPath ? ['--db-path', dataPath] : [];
    this.#logPath = logPath;
    this.#process = spawn(binary, ['--port', '0', ...options], { stdio: ['ignore', 'pipe', log] });
    this.#exited = once(this.#process, 'exit');
    this.#exited.catch(() => {});
    closeSync(log);
  }

  // Asks the server to stop; throws unless it exits with code 0.
  async stop() {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS_MAX);
    this.#process.kill('SIGTERM');
    const [code, signal] = await this.#exited;
    clearTimeout(timer);
    if (code !== 0) {
      throw new Error(`the server ended with ${code ?? signal} after SIGTERM; ${this.#logTail()}`);
    }
  }

  async #announcedEndpoint() {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), START_MS_MAX);
    const lines = createInterface({ input: this.#process.stdout });
    const [line] = await Promise.race([once(lines, 'line'), this.#exited.then(() => [''])]);
    clearTimeout(timer);
    const match = LISTENING.exec(line);
    if (!match) {
      this.#process.kill('SIGKILL');
      throw new Error(`the first line on stdout was '${line}'; ${this.#logTail()}`);
    }
    return match[1];
  }

  #logTail() {
    return `its log ends: ${readFileSync(this.#logPath, 'utf8').slice(-2000)}`;
  }
}
