// The request log as the console follows it, and its filters.
import { useCallback, useEffect, useRef, useState } from 'react';
import { get } from '../../api/admin';
import type { RequestRecord, Requests } from '../../api/shapes';
import type { Where } from '../../base/place';

const EVERY_MS = 1_000;
const KEPT = 10_000;
const AT_ONCE = 2_000;

export interface Filter { text: string; operation: string; table: string; error: string }

export interface Followed { records: RequestRecord[]; error?: Error; forget: () => void }

// All recorded requests, the newest first. No new ones are added while it is paused.
export function useJournal(where: Where, paused: boolean, on: boolean): Followed {
  const [state, setState] = useState<{ records: RequestRecord[]; error?: Error }>({ records: [] });
  const last = useRef(0);
  const look = useCallback(async (isCurrent: () => boolean) => {
    for (;;) {
      const { requests } = await get<Requests>(where, `requests?since=${last.current}&limit=${AT_ONCE}`);
      if (!isCurrent() || requests.length === 0) return;
      last.current = requests[requests.length - 1]!.sequence;
      const fresh = requests.reverse();
      setState((old) => ({ records: [...fresh, ...old.records].slice(0, KEPT) }));
      if (fresh.length < AT_ONCE) return;
    }
  }, [where]);
  useEffect(() => { last.current = 0; setState({ records: [] }); }, [where]);
  useEffect(() => {
    if (paused) return;
    let stopped = false;
    let timer = 0;
    const turn = async (): Promise<void> => {
      if (!document.hidden) {
        await look(() => !stopped).catch((error: Error) => { if (!stopped && on) setState((old) => ({ ...old, error })); });
      }
      if (!stopped) timer = window.setTimeout(() => void turn(), EVERY_MS);
    };
    void turn();
    return () => { stopped = true; clearTimeout(timer); };
  }, [look, paused, on]);
  return { ...state, forget: () => { last.current = 0; setState({ records: [] }); } };
}

export const tablesOf = (record: RequestRecord): string => [...new Set(record.uses.map((use) => use.index ? `${use.table}.${use.index}` : use.table))].join(', ');

export function totals(record: RequestRecord): { read: number; write: number; scanned: number; returned: number } {
  const sum = { read: 0, write: 0, scanned: 0, returned: 0 };
  for (const use of record.uses) {
    sum.read += use.readUnits;
    sum.write += use.writeUnits;
    sum.scanned += use.scanned;
    sum.returned += use.returned;
  }
  return sum;
}

export function fits(record: RequestRecord, filter: Filter): boolean {
  if (filter.operation && record.operation !== filter.operation) return false;
  if (filter.table && !record.uses.some((use) => use.table === filter.table)) return false;
  if (filter.error === 'any' ? !record.error : filter.error && record.error !== filter.error) return false;
  if (!filter.text) return true;
  const text = `${record.operation} ${tablesOf(record)} ${record.error} ${record.accessKey} ${record.faults.join(' ')} ${record.hint ?? ''} ${JSON.stringify(record.request ?? '')} ${JSON.stringify(record.reply ?? '')}`;
  return text.toLowerCase().includes(filter.text.toLowerCase());
}

// ---- Runs ----

// A run is the range between two marks. Marks are sequence numbers.
export interface Run { name: string; after: number; upTo: number }

export function runsOf(marks: number[], last: number): Run[] {
  const starts = [0, ...marks.filter((mark) => mark < last).sort((a, b) => a - b)];
  return starts.map((after, i) => ({ name: `run ${i + 1}`, after, upTo: starts[i + 1] ?? last }));
}

export interface Sum { requests: number; read: number; write: number; scanned: number; errors: number; us: number }
export interface Compared { what: string; a: Sum; b: Sum }

const emptySum = (): Sum => ({ requests: 0, read: 0, write: 0, scanned: 0, errors: 0, us: 0 });

// Sums the requests of each of two runs, by operation and table.
export function compare(records: RequestRecord[], a: Run, b: Run): Compared[] {
  const rows = new Map<string, Compared>();
  for (const record of records) {
    const side = record.sequence > a.after && record.sequence <= a.upTo ? 'a' : record.sequence > b.after && record.sequence <= b.upTo ? 'b' : undefined;
    if (!side) continue;
    const what = `${record.operation} ${tablesOf(record)}`;
    const row = rows.get(what) ?? { what, a: emptySum(), b: emptySum() };
    const sum = row[side];
    const { read, write, scanned } = totals(record);
    sum.requests++;
    sum.read += read;
    sum.write += write;
    sum.scanned += scanned;
    sum.us += record.latencyMicroseconds;
    if (record.error) sum.errors++;
    rows.set(what, row);
  }
  return [...rows.values()].sort((x, y) => Math.abs(y.b.read + y.b.write - y.a.read - y.a.write) - Math.abs(x.b.read + x.b.write - x.a.read - x.a.write) || x.what.localeCompare(y.what));
}
