// Whether requests are authorized by policies here, and the decisions so far.
import { AdminError, get } from '../api/admin';
import type { Decisions } from '../api/shapes';
import { useLive } from '../base/hooks';
import type { Loaded } from '../base/hooks';
import { useWhere } from './session';

export type Judged = Omit<Decisions, 'mode'> & { mode: Decisions['mode'] | 'off' };

const EVERY_MS = 2_000;
const NOBODY: Judged = { mode: 'off', allowed: 0, refused: 0, decisions: [] };

// Does not poll if authorization is disabled, because that cannot change while the process runs.
export function useDecisions(query: string): Loaded<Judged> {
  const where = useWhere();
  const load = (): Promise<Judged> => get<Judged>(where, `iam/decisions?${query}`).catch((error: Error) => {
    if (error instanceof AdminError && error.status === 409) return NOBODY;
    throw error;
  });
  const once = useLive('judged', load);
  const live = useLive(query, load, { every: EVERY_MS, steady: true, paused: once.data?.mode === 'off' || !once.data });
  return live.data || !once.data ? live : { ...live, data: once.data };
}
