// What every view looks at: the tables, the clock, the universes, what the journal found.
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { allTableNames, call, each } from '../api/client';
import { get } from '../api/admin';
import type { Clock, Finding, JournalSettings, Report, Requests, Universe } from '../api/admin';
import type { Table } from '../api/types';
import { useLive } from './hooks';
import { usePlace } from './place';
import type { Where } from './place';

export interface TableSummary { name: string; table?: Table }

export interface Watch { settings: JournalSettings; recorded: number; findings: Finding[] }

export interface Session {
  where: Where;
  tables: TableSummary[] | undefined;
  clock: Clock | undefined;
  universes: Universe[];
  watch: Watch | undefined;
  error: Error | undefined;
  refresh: () => void; // after a change, at once
}

const TABLES_MS = 3_000;
const CLOCK_MS = 2_000;
const UNIVERSES_MS = 5_000;
// Beyond these, tables are described when they are looked at.
const DESCRIBED_AT_ONCE = 100;

async function loadTables(where: Where): Promise<TableSummary[]> {
  const names = await allTableNames(where);
  const described = await each(names.slice(0, DESCRIBED_AT_ONCE), 8, async (name) => {
    const table = await call(where, 'DescribeTable', { TableName: name }).catch(() => undefined);
    return { name, table: table?.Table };
  });
  return [...described, ...names.slice(DESCRIBED_AT_ONCE).map((name) => ({ name }))];
}

async function loadWatch(where: Where): Promise<Watch> {
  const settings = await get<JournalSettings>(where, 'requests/settings');
  const nothing = { settings, recorded: 0, findings: [] };
  const requests = await get<Requests>(where, 'requests?limit=0').catch(() => undefined);
  if (!requests || requests.recorded === 0) return nothing;
  const report = await get<Report>(where, 'report?format=json').catch(() => undefined);
  return { settings, recorded: requests.recorded, findings: report?.findings ?? [] };
}

export const SessionContext = createContext<Session>(undefined as unknown as Session);
export const useSession = (): Session => useContext(SessionContext);
export const useWhere = (): Where => useSession().where;

export function useSessionData(): Session {
  const { universe, region } = usePlace();
  const where = useMemo(() => ({ universe, region }), [universe, region]);
  const key = `${universe}/${region}`;
  const tables = useLive(key, () => loadTables(where), { every: TABLES_MS });
  const clock = useLive(universe, () => get<Clock>(where, 'clock'), { every: CLOCK_MS });
  const universes = useLive('all', () => get<{ universes: Universe[] }>({ ...where, universe: 'default' }, 'universes'), { every: UNIVERSES_MS });
  const watch = useLive(universe, () => loadWatch(where), { every: TABLES_MS });
  return {
    where,
    tables: tables.data,
    clock: clock.data,
    universes: universes.data?.universes ?? [],
    watch: watch.data,
    error: tables.error ?? clock.error,
    refresh: () => { for (const one of [tables, clock, universes, watch]) void one.reload(); },
  };
}

// The time on the universe's clock, going on between two looks.
export function useNow(): number | undefined {
  const { clock } = useSession();
  const [, tick] = useState(0);
  const [seen, setSeen] = useState<{ clock: Clock; at: number }>();
  useEffect(() => { if (clock) setSeen({ clock, at: Date.now() }); }, [clock]);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!seen) return clock?.nowMs;
  const { mode, scale, nowMs } = seen.clock;
  return mode === 'frozen' ? nowMs : nowMs + (Date.now() - seen.at) * scale;
}
