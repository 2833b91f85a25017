// Actions on the clock, which the bar, the palette and views call.
import { admin, get } from '../api/admin';
import type { Clock, Due, DueWork } from '../api/shapes';
import type { Where } from '../base/place';
import { expiriesFirst } from './due';
import { useAttempt } from './sending';
import { useSession } from './session';

interface ClockActions { run: (verb: string, body?: object) => Promise<void>; toDue: (due: DueWork) => Promise<void>; error: Error | undefined }

// Advances to a due event. Items are deleted some time after they expire (--ttl-delay), so the clock then advances to the deletion, which is
// the next due event unless a shard ends or a status changes before.
async function advanceTo(where: Where, wanted: DueWork): Promise<void> {
  const advance = (from: Clock, atMs: number): Promise<Clock> => admin<Clock>(where, 'POST', 'clock/advance', { ms: Math.max(0, atMs - from.nowMs) });
  const there = await advance(await get<Clock>(where, 'clock'), wanted.atMs);
  if (wanted.what !== 'expiry' || there.nextDueMs === null) return;
  const { due } = await get<Due>(where, 'due');
  if (!due.some((one) => one.what !== 'expiry' && one.atMs === there.nextDueMs)) await advance(there, there.nextDueMs);
}

export function useClockActions(): ClockActions {
  const { where, refresh } = useSession();
  const { attempt, error } = useAttempt();
  const run = async (work: () => Promise<unknown>): Promise<void> => { if (await attempt(work)) refresh(); };
  return {
    run: (verb, body = {}) => run(() => admin<Clock>(where, 'POST', `clock/${verb}`, body)),
    toDue: (due) => run(() => advanceTo(where, due)),
    error,
  };
}

// Returns the next items that expire, if any.
export async function nextExpiry(where: Where): Promise<DueWork | undefined> {
  const { due } = await get<Due>(where, 'due');
  return expiriesFirst(due).find((one) => one.what === 'expiry');
}
