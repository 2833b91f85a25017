// The admin API's token, where the server asks for one: out of a link's fragment or what somebody types,
// kept for as long as this tab is open. A fragment is never sent, and leaves the address bar at once.
import { Store } from './store';

const KEPT = 'stator-admin-token';

function takeFromAddress(): void {
  const match = /^#token=(.+)$/.exec(globalThis.location?.hash ?? '');
  if (!match) return;
  sessionStorage.setItem(KEPT, decodeURIComponent(match[1]!));
  history.replaceState(null, '', location.pathname + location.search);
}

takeFromAddress();

// Whether the server has refused a request for want of the right token.
export const isLocked = new Store(false);

export function tokenHeader(): Record<string, string> {
  const token = sessionStorage.getItem(KEPT);
  return token ? { 'X-Stator-Admin-Token': token } : {};
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT, token);
  isLocked.set(false);
}

// To be told of every answer.
export function noteStatus(status: number): void {
  if (status === 401) isLocked.set(true);
}
