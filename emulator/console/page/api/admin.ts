// Calls of Stator's admin API; shapes.ts contains the types of its replies.
import type { Where } from '../base/place';
import { noteStatus, tokenHeader } from '../base/token';
import type { ConsistencySource, Replica } from './shapes';

// All replicas of a table or an index, partition by partition.
export const copiesOf = (source: ConsistencySource | undefined): Replica[] => (source?.partitions ?? []).flatMap((one) => one.replicas);

// An error of the admin API: one sentence.
export class AdminError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

// Returns the reply as text, because a seed has more digits than a JavaScript number keeps.
export async function adminText(where: Where, method: Method, path: string, body?: object | string): Promise<string> {
  const response = await fetch(`/_stator/v1/${path}`, {
    method,
    headers: { 'X-Stator-Universe': where.universe, 'Content-Type': 'application/json', ...tokenHeader() },
    // A string is already JSON, with its digits unchanged.
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
