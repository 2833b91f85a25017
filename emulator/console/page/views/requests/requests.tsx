// The request log, live: the requests of the application.
import { useMemo, useState } from 'react';
import { admin } from '../../api/admin';
import type { JournalSettings, JournalState, RequestRecord } from '../../api/shapes';
import { clockTime, count, milliseconds, plural, units } from '../../base/format';
import { useCommands } from '../../base/commands';
import { useKeys, usePointing } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, Failure } from '../../parts/basic';
import { Grid } from '../../parts/grid';
import type { Column } from '../../parts/grid';
import { fits, tablesOf, totals, useJournal } from './journal';
import type { Filter } from './journal';
import { RequestPanel } from './request';
import { Runs } from './runs';
import type { View } from '../../parts/view';

const cost = (record: RequestRecord, which: 'read' | 'write'): string => { const n = totals(record)[which]; return n ? units(n) : ''; };

const COLUMNS: Column<RequestRecord>[] = [
  { id: 'time', head: 'time', width: 16, cell: (one) => <span className="soft">{clockTime(one.timeMs)}</span> },
  { id: 'operation', head: 'operation', width: 22, cell: (one) => one.operation },
  { id: 'table', head: 'table, index', width: 24, cell: tablesOf, title: tablesOf },
  { id: 'status', head: 'answer', width: 36, cell: (one) => (one.error ? <>{one.error}{one.hint && <span className="warn"> · elsewhere</span>}</> : <span className="faint">{one.status}</span>), title: (one) => one.hint ?? (one.error || undefined) },
  {
    id: 'rows', head: 'kept of read', numeric: true, width: 16,
    cell: (one) => { const { scanned, returned } = totals(one); return scanned ? <span className={scanned > 9 && returned * 10 < scanned ? 'warn' : undefined}>{count(returned)} / {count(scanned)}</span> : ''; },
  },
  { id: 'read', head: 'RCU', numeric: true, width: 9, cell: (one) => cost(one, 'read') },
  { id: 'write', head: 'WCU', numeric: true, width: 9, cell: (one) => cost(one, 'write') },
  { id: 'latency', head: 'took', numeric: true, width: 11, cell: (one) => <span className="soft">{milliseconds(one.latencyMicroseconds / 1000)}</span> },
  { id: 'faults', head: 'faults', width: 16, cell: (one) => <span className="warn">{one.faults.join(', ')}</span> },
];

function useSettings(): { settings: JournalState | undefined; set: (change: JournalSettings) => Promise<void>; forget: () => Promise<void> } {
  const { where, watch, refresh } = useSession();
  const change = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    await admin(where, method, path, body);
    refresh();
  };
  return {
    settings: watch?.settings,
    set: (settings) => change('PUT', 'requests/settings', settings),
    forget: () => change('DELETE', 'requests'),
  };
}

function NotRecorded({ onRecord }: { onRecord: () => void }): JSX.Element {
  return (
    <>
      <span>Requests are not recorded. While they are, each shows what it asked, what it used and why it failed; counters, findings and assertions come from it too.</span>
      <span className="row"><button type="button" className="go" onClick={onRecord}>Record requests</button> or start with <code>stator --journal</code></span>
    </>
  );
}

function Choices({ records, filter }: { records: RequestRecord[]; filter: Filter }): JSX.Element {
  const operations = useMemo(() => [...new Set(records.map((one) => one.operation))].sort(), [records]);
  const tables = useMemo(() => [...new Set(records.flatMap((one) => one.uses.map((use) => use.table)))].sort(), [records]);
  const errors = useMemo(() => [...new Set(records.map((one) => one.error).filter(Boolean))].sort(), [records]);
  const all = (name: string, list: string[]): [string, string][] => [['', name], ...list.map((one): [string, string] => [one, one])];
  return (
    <>
      <input id="request-text" aria-label="Text in the requests" placeholder="text in request or reply" value={filter.text} onChange={(event) => setParams({ text: event.target.value })} />
      <Choose label="Operation" hideLabel value={filter.operation} options={all('any operation', operations)} onChange={(operation) => setParams({ operation })} />
      <Choose label="Table" hideLabel value={filter.table} options={all('any table', tables)} onChange={(table) => setParams({ table })} />
      <Choose label="Answer" hideLabel value={filter.error} options={[['', 'any answer'], ['any', 'any error'], ...errors.map((one): [string, string] => [one, one])]} onChange={(error) => setParams({ error })} />
    </>
  );
}

function RequestsView(): JSX.Element {
  const { where } = useSession();
  const { params } = usePlace();
  const { settings, set, forget } = useSettings();
  const { pointing, on: pointer } = usePointing();
  const [held, setHeld] = useState(false);
  const journal = useJournal(where, pointing || held, Boolean(settings?.on));
  const value = (name: string): string => params.get(name) ?? '';
  const filter: Filter = { text: value('text'), operation: value('operation'), table: value('table'), error: value('error') };
  const rows = useMemo(() => journal.records.filter((one) => fits(one, filter)), [journal.records, filter.text, filter.operation, filter.table, filter.error]);
  const shown = Number(params.get('seq'));
  const selected = useMemo(() => (shown ? rows.findIndex((one) => one.sequence === shown) : -1), [rows, shown]);
  const clear = async (): Promise<void> => { await forget(); journal.forget(); setParams({ seq: null, marks: null }); };
  const isOff = settings && !settings.on && journal.records.length === 0;
  const record = (): void => void set({ on: true, bodies: 'full' });
  useKeys({ '/': () => document.getElementById('request-text')?.focus() });
  useCommands([
    { title: settings?.on ? 'Stop recording requests' : 'Record requests', hint: 'requests', run: () => (settings?.on ? void set({ on: false }) : record()) },
    { title: 'Forget all requests', hint: 'requests', run: () => void clear() },
  ]);
  return (
    <>
      <section className="work">
        <div className="head">
          <h1>Requests</h1><span className="grow" />
          {settings && !isOff && <Choose label="Bodies" hideLabel value={settings.bodies} options={[['none', 'bodies: none'], ['redacted', 'bodies: redacted'], ['full', 'bodies: full']]} onChange={(bodies) => void set({ bodies })} />}
          {settings && !isOff && <button type="button" onClick={() => (settings.on ? void set({ on: false }) : record())}>{settings.on ? 'Stop recording' : 'Record'}</button>}
          {!isOff && <button type="button" onClick={() => void clear()}>Forget all</button>}
        </div>
        <div className="ask"><div className="row"><Choices records={journal.records} filter={filter} /><span className="grow" />
          <button type="button" className={held ? 'on' : undefined} aria-pressed={held} onClick={() => setHeld(!held)}>{held ? 'Go on' : 'Hold'}</button></div></div>
        {journal.error && <Failure error={journal.error} />}
        <div className="fill column" {...(journal.records.length ? pointer : {})}>
          <Grid
            label="Requests" columns={COLUMNS} rows={rows} selected={selected} rowClass={(one) => (one.error ? 'err' : '')} onSelect={(i) => setParams({ seq: String(rows[i]!.sequence) })}
            empty={isOff ? <NotRecorded onRecord={record} /> : journal.records.length ? 'No request fits.' : settings?.on ? 'Nothing was asked yet. What your program asks appears here.' : undefined}
          />
        </div>
        <div className="bill">
          <span>{rows.length === journal.records.length ? <><b>{count(rows.length)}</b> {rows.length === 1 ? 'request' : 'requests'}</> : <><b>{count(rows.length)}</b> of {plural(journal.records.length, 'request')}</>}</span>
          <span><b>{units(rows.reduce((sum, one) => sum + totals(one).read, 0))}</b> RCU</span><span><b>{units(rows.reduce((sum, one) => sum + totals(one).write, 0))}</b> WCU</span>
          <span><b>{count(rows.filter((one) => one.error).length)}</b> errors</span>
          {pointing && !held && settings?.on && <span className="warn">waits while you point at it</span>}
        </div>
        {journal.records.length > 0 && <Runs records={journal.records} />}
      </section>
      {rows[selected] && <RequestPanel record={rows[selected]!} />}
    </>
  );
}

export const requests: View = {
  id: 'requests', title: 'Requests', group: 'Watch', Component: RequestsView, badge: ({ watch }) => (watch?.recorded ? count(watch.recorded) : watch?.settings.on ? 'on' : undefined),
};
