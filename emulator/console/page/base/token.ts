// The admin API's token, if the server requires one: taken from a link's fragment or the user's
// input, and kept while this tab is open. A fragment is never sent, and is removed from the address
// bar immediately.
import { Store } from './store';

const KEPT = 'stator-admin-token';

function takeFromAddress(): void {
  const match = /^#token=(.+)$/.exec(globalThis.location?.hash ?? '');
  if (!match) return;
  sessionStorage.setItem(KEPT, decodeURIComponent(match[1]!));
  history.replaceState(null, '', location.pathname + location.search);
}

takeFromAddress();

// Whether the server has rejected a request because its token was missing or wrong.
export const isLocked = new Store(false);

export function tokenHeader(): Record<string, string> {
  const token = sessionStorage.getItem(KEPT);
  return token ? { 'X-Stator-Admin-Token': token } : {};
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token);
  isLocked.set(false);
}

// Must be called for every reply.
export function noteStatus(status: number): void {
  if (status === 401) isLocked.set(true);
}
