// All tables of the universe and region: size, status, current throughput.
import { useEffect, useMemo, useState } from 'react';
import { admin, get } from '../../api/admin';
import type { Heat } from '../../api/shapes';
import { describeKeys, indexesOf, isOnDemand } from '../../api/schema';
import { bytes, count, plural, units } from '../../base/format';
import { useCommands } from '../../base/commands';
import { useKeys, useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import type { Where } from '../../base/place';
import { useSession } from '../../parts/session';
import type { TableSummary } from '../../parts/session';
import { Command, Sparkline, toTable } from '../../parts/basic';
import { Grid } from '../../parts/grid';
import type { Column } from '../../parts/grid';
import { endpoint } from '../../api/snippets';
import { CreateTable } from './create';
import { TablePanel } from './panel';
import type { View } from '../../parts/view';

const LOOKS_KEPT = 40;
const EVERY_MS = 2_000;

const NONE: number[] = new Array<number>(LOOKS_KEPT).fill(0);

interface Trend { read: number[]; write: number[]; lastRead: number; lastWrite: number; throttled: number }

// Consumed units of each table between two requests; kept when the user leaves this view and
// returns.
const trends = new Map<string, Trend>();

function note(universe: string, heat: Heat): void {
  const sums = new Map<string, { read: number; write: number; throttled: number }>();
  for (const source of heat.sources) {
    const sum = sums.get(source.table) ?? { read: 0, write: 0, throttled: 0 };
    sum.read += source.read.units;
    sum.write += source.write.units;
    sum.throttled += source.throttled;
    sums.set(source.table, sum);
  }
  for (const [name, now] of sums) {
    const key = `${universe}/${name}`;
    // Units that were consumed before the first request do not belong to this interval.
    const trend = trends.get(key) ?? { read: NONE, write: NONE, lastRead: now.read, lastWrite: now.write, throttled: 0 };
    const step = (list: number[], units: number): number[] => [...list, Math.max(0, units)].slice(-LOOKS_KEPT);
    trends.set(key, {
      read: step(trend.read, now.read - trend.lastRead), write: step(trend.write, now.write - trend.lastWrite),
      lastRead: now.read, lastWrite: now.write, throttled: now.throttled,
    });
  }
}

async function look(where: Where): Promise<Heat> {
  const heat = await get<Heat>(where, 'heat');
  note(where.universe, heat);
  return heat;
}

function trendCell(trend: Trend | undefined, which: 'read' | 'write', name: string): JSX.Element | string {
  if (!trend) return '';
  const values = trend[which];
  const now = values[values.length - 1] ?? 0;
  const rate = now / (EVERY_MS / 1000);
  return (
    <span className="trend">
      <Sparkline values={values} width={52} label={`${which} units of ${name}, the last ${LOOKS_KEPT * EVERY_MS / 1000} seconds`} />
      <span className={rate ? undefined : 'faint'}>{units(rate)}</span>
    </span>
  );
}

function columnsFor(universe: string): Column<TableSummary>[] {
  const trend = (row: TableSummary): Trend | undefined => trends.get(`${universe}/${row.name}`);
  return [
    { id: 'name', head: 'table', width: 20, cell: (row) => <span className="keyname">{row.name}</span>, title: (row) => row.name },
    {
      id: 'status', head: 'status', width: 10,
      cell: ({ table }) => <span className={table?.TableStatus === 'ACTIVE' ? 'soft' : 'warn'}>{table?.TableStatus.toLowerCase()}</span>,
    },
    { id: 'keys', head: 'keys', width: 25, cell: ({ table }) => table && describeKeys(table), title: ({ table }) => table && describeKeys(table) },
    { id: 'items', head: 'items', numeric: true, width: 10, cell: ({ table }) => table && count(table.ItemCount ?? 0) },
    { id: 'size', head: 'size', numeric: true, width: 10, cell: ({ table }) => table && bytes(table.TableSizeBytes ?? 0) },
    { id: 'read', head: 'read units/s', numeric: true, width: 15, cell: (row) => trendCell(trend(row), 'read', row.name) },
    { id: 'write', head: 'write units/s', numeric: true, width: 15, cell: (row) => trendCell(trend(row), 'write', row.name) },
    {
      id: 'throttled', head: 'throttled', numeric: true, width: 10,
      cell: (row) => { const n = trend(row)?.throttled ?? 0; return n ? <span className="badtext">{count(n)}</span> : ''; },
    },
    {
      id: 'billing', head: 'throughput', width: 13,
      cell: ({ table }) => table && (isOnDemand(table) ? 'on demand' : `${table.ProvisionedThroughput?.ReadCapacityUnits} / ${table.ProvisionedThroughput?.WriteCapacityUnits}`),
    },
    {
      id: 'more', head: 'more', width: 18,
      cell: ({ table }) => table && [
        indexesOf(table).length && plural(indexesOf(table).length, 'index', 'indexes'), table.StreamSpecification?.StreamEnabled && 'stream',
      ].filter(Boolean).join(', '),
    },
  ];
}

function NoTables({ where }: { where: Where }): JSX.Element {
  const { universes } = useSession();
  const elsewhere = universes.filter((one) => one.tables > 0 && (one.name !== where.universe || !one.regions.includes(where.region)));
  const path = where.universe === 'default' ? '' : `/u/${where.universe}`;
  return (
    <>
      <span>No tables in universe <b>{where.universe}</b>, region <b>{where.region}</b>. This makes one:</span>
      <Command text={`aws dynamodb create-table --endpoint-url ${endpoint()}${path} --region ${where.region} \\
  --table-name Orders --billing-mode PAY_PER_REQUEST \\
  --attribute-definitions AttributeName=customer,AttributeType=S AttributeName=placed,AttributeType=N \\
  --key-schema AttributeName=customer,KeyType=HASH AttributeName=placed,KeyType=RANGE`} />
      {elsewhere.length > 0 && (
        <span className="row">There are tables elsewhere: {elsewhere.flatMap((one) => one.regions.map((region) => (
          <button key={`${one.name}/${region}`} type="button" onClick={() => setParams({ universe: one.name, region }, false)}>
            {one.name} · {region}
          </button>
        )))}</span>
      )}
    </>
  );
}

function Tables(): JSX.Element {
  const { tables, where, refresh } = useSession();
  const { params } = usePlace();
  const heat = useLive(where.universe, () => look(where), { every: EVERY_MS });
  const [filter, setFilter] = useState('');
  const [selected, setSelected] = useState(-1);
  const rows = useMemo(() => (tables ?? []).filter((one) => one.name.toLowerCase().includes(filter.toLowerCase())), [tables, filter]);
  // New figures require new cells for the same tables.
  const columns = useMemo(() => columnsFor(where.universe), [where.universe, heat.data]);
  const shown = params.get('table');
  useEffect(() => { setSelected(rows.findIndex((one) => one.name === shown)); }, [shown, rows]);
  const create = (): void => setParams({ create: 'yes', table: null });
  const measure = async (): Promise<void> => { await admin(where, 'PUT', 'throughput', { heat: true }); await heat.reload(); };
  useKeys({ n: create, '/': () => document.getElementById('table-filter')?.focus() });
  useCommands([{ title: 'Create a table', hint: 'n', run: create }]);
  const one = rows[selected];
  return (
    <>
      <section className="work">
        <div className="head">
          <h1>Tables</h1><span className="grow" />
          {heat.data && !heat.data.heat && <button type="button" onClick={() => void measure()} title="Counts units by table, partition and key">Measure throughput</button>}
          <input id="table-filter" className="hide-small" aria-label="Filter by name" placeholder="Filter by name" value={filter} onChange={(event) => setFilter(event.target.value)} />
          <button type="button" className="go" onClick={create}>New table</button>
        </div>
        <div className="sub">
          <span>{plural(tables?.length ?? 0, 'table')}</span>
          <span>{plural((tables ?? []).reduce((sum, t) => sum + (t.table?.ItemCount ?? 0), 0), 'item')}</span>
          <span>{bytes((tables ?? []).reduce((sum, t) => sum + (t.table?.TableSizeBytes ?? 0), 0))}</span>
        </div>
        <Grid
          label="Tables" columns={columns} rows={rows} selected={selected} empty={tables && (filter ? 'No table is called that.' : <NoTables where={where} />)}
          onSelect={(i) => setParams({ table: rows[i]?.name, create: null })} onOpen={(i) => toTable(rows[i]!.name)}
        />
      </section>
      {params.get('create') ? <CreateTable onClose={() => setParams({ create: null })} onCreated={refresh} /> : one?.table && (
        <TablePanel key={one.name} table={one.table} onClose={() => setParams({ table: null })} onChanged={refresh} />
      )}
    </>
  );
}

export const tables: View = { id: 'tables', title: 'Tables', group: 'Tables', Component: Tables };
