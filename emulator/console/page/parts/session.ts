// Data that every view uses: the tables, the clock, the universes, the findings in the request log.
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { allTableNames, call, each } from '../api/client';
import { get } from '../api/admin';
import type { Clock, CostReport, Finding, JournalState, Requests, Universe, Universes } from '../api/shapes';
import type { Table } from '../api/types';
import { useLive } from '../base/hooks';
import { usePart } from '../base/place';
import type { Where } from '../base/place';

export interface TableSummary { name: string; table?: Table }

export interface Watch { settings: JournalState; recorded: number; findings: Finding[] }

export interface Session {
  where: Where;
  tables: TableSummary[] | undefined;
  clock: Clock | undefined;
  universes: Universe[];
  watch: Watch | undefined;
  error: Error | undefined;
  refresh: () => void; // immediately after a change
}

const TABLES_MS = 3_000;
const CLOCK_MS = 2_000;
const UNIVERSES_MS = 5_000;
const NO_UNIVERSES: Universe[] = [];
// If there are more tables than this, they are described only when they are shown.
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
  const settings = await get<JournalState>(where, 'requests/settings');
  const nothing = { settings, recorded: 0, findings: [] };
  const requests = await get<Requests>(where, 'requests?limit=0').catch(() => undefined);
  if (!requests || requests.recorded === 0) return nothing;
  const report = await get<CostReport>(where, 'report?format=json').catch(() => undefined);
  return { settings, recorded: requests.recorded, findings: report?.findings ?? [] };
}

export const SessionContext = createContext<Session>(undefined as unknown as Session);
export const useSession = (): Session => useContext(SessionContext);
export const useWhere = (): Where => useSession().where;

export function useSessionData(): Session {
  const universe = usePart((place) => place.universe);
  const region = usePart((place) => place.region);
  const where = useMemo(() => ({ universe, region }), [universe, region]);
  const key = `${universe}/${region}`;
  const tables = useLive(key, () => loadTables(where), { every: TABLES_MS, steady: true });
  const clock = useLive(universe, () => get<Clock>(where, 'clock'), { every: CLOCK_MS, steady: true });
  const universes = useLive('all', () => get<Universes>({ ...where, universe: 'default' }, 'universes'), { every: UNIVERSES_MS, steady: true });
  const watch = useLive(universe, () => loadWatch(where), { every: TABLES_MS, steady: true });
  const reloads = [tables.reload, clock.reload, universes.reload, watch.reload];
  const refresh = useCallback(() => { for (const reload of reloads) void reload(); }, reloads);
  const error = tables.error ?? clock.error;
  const known = universes.data?.universes ?? NO_UNIVERSES;
  // The object stays the same while its data is unchanged, because a new one makes every view
  // render again.
  return useMemo(
    () => ({ where, tables: tables.data, clock: clock.data, universes: known, watch: watch.data, error, refresh }),
    [where, tables.data, clock.data, known, watch.data, error, refresh],
  );
}

const timeOn = ({ mode, scale, nowMs }: Clock, at: number): number => (mode === 'frozen' ? nowMs : nowMs + (Date.now() - at) * scale);

// The time on the universe's clock in steps of `stepMs`, which advances between two requests.
export function useNow(stepMs = 1): number | undefined {
  const { clock } = useSession();
  const seen = useRef<{ clock: Clock; at: number }>();
  if (clock && seen.current?.clock !== clock) seen.current = { clock, at: Date.now() };
  const look = (): number | undefined => seen.current && Math.floor(timeOn(seen.current.clock, seen.current.at) / stepMs) * stepMs;
  const [, tick] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => tick(look), 1000);
    return () => clearInterval(timer);
  }, [stepMs]);
  return look();
}
