// Calls of Stator's admin API; shapes.ts has the types of its replies.
import type { Where } from '../base/place';
import { noteStatus, tokenHeader } from '../base/token';
import type { ConsistencySource, Replica } from './shapes';

// All copies of a table or an index, partition by partition.
export const copiesOf = (source: ConsistencySource | undefined): Replica[] => (source?.partitions ?? []).flatMap((one) => one.replicas);

// What the admin API refuses: one sentence.
export class AdminError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

// The answer as it came: a seed has more digits than a number of JavaScript keeps.
export async function adminText(where: Where, method: Method, path: string, body?: object | string): Promise<string> {
  const response = await fetch(`/_stator/v1/${path}`, {
    method,
    headers: { 'X-Stator-Universe': where.universe, 'Content-Type': 'application/json', ...tokenHeader() },
    // Text is JSON already, with the digits that it has.
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  }).catch(() => { throw new AdminError('Stator does not answer: has it stopped?', 0); });
  const text = await response.text();
  noteStatus(response.status);
  if (!response.ok) throw new AdminError(JSON.parse(text).message, response.status);
  return text;
}

export async function admin<T>(where: Where, method: Method, path: string, body?: object | string): Promise<T> {
  return JSON.parse(await adminText(where, method, path, body)) as T;
}

export const get = <T>(where: Where, path: string): Promise<T> => admin<T>(where, 'GET', path);
