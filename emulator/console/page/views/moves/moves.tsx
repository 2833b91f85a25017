// Exports to S3, imports from S3 and bulk operations.
import { useMemo } from 'react';
import { useCommands } from '../../base/commands';
import { count, milliseconds, plural, time } from '../../base/format';
import { useKeys, useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, Failure } from '../../parts/basic';
import { Grid } from '../../parts/grid';
import type { Column } from '../../parts/grid';
import type { View } from '../../parts/view';
import { NewExport } from './export';
import { NewImport } from './import';
import { failed, filesOf, isUnderWay, KIND_NAMES, loadMoves, moved, progressOf, statusClass, statusWords } from './move';
import type { Kind, Move } from './move';
import { MovePanel } from './panel';
import { NewBulkPut } from './put';

const EVERY_MS = 1_500;
const FORMS = { export: NewExport, import: NewImport, bulk: NewBulkPut };
const KINDS = Object.keys(FORMS) as Kind[];

function Status({ move }: { move: Move }): JSX.Element {
  const progress = progressOf(move);
  return <span className={statusClass(move)}>{statusWords(move)}{progress !== undefined && ` ${Math.round(progress * 100)} %`}{move.failureCode && move.status !== 'CANCELLED' && ` · ${move.failureCode}`}</span>;
}

const COLUMNS: Column<Move>[] = [
  { id: 'started', head: 'started', width: 21, cell: (one) => <span className="soft">{time(one.startedMs)}</span> },
  { id: 'kind', head: 'what', width: 11, cell: (one) => KIND_NAMES[one.kind] },
  { id: 'table', head: 'table', width: 16, cell: (one) => one.table, title: (one) => one.table },
  { id: 'status', head: 'status', width: 28, cell: (one) => <Status move={one} />, title: (one) => one.failureMessage },
  { id: 'items', head: 'items', numeric: true, width: 10, cell: (one) => count(moved(one)) },
  { id: 'failed', head: 'failed', numeric: true, width: 8, cell: (one) => (failed(one) ? <span className="badtext">{count(failed(one))}</span> : '') },
  { id: 'took', head: 'took', numeric: true, width: 12, cell: (one) => <span className="soft">{one.endedMs === undefined ? '' : milliseconds(one.endedMs - one.startedMs)}</span> },
  { id: 'files', head: 'files', width: 44, cell: filesOf, title: filesOf },
];

const open = (kind: Kind): void => setParams({ new: kind, arn: null }, false);

function NoMoves(): JSX.Element {
  return (
    <>
      <span>Nothing was exported, imported or put from S3 in this region. S3 is a directory, <code>stator-s3</code> unless <code>--s3-dir</code> says another; its folders are the buckets.</span>
      <span className="row"><button type="button" onClick={() => open('export')}>Export a table</button><button type="button" onClick={() => open('import')}>Import a table</button></span>
    </>
  );
}

function MovesView(): JSX.Element {
  const { where, refresh } = useSession();
  const { params } = usePlace();
  const live = useLive(`${where.universe}/${where.region}`, () => loadMoves(where), { every: EVERY_MS, steady: true });
  const [kind, table, arn] = ['kind', 'table', 'arn'].map((name) => params.get(name) ?? '');
  const all = live.data ?? [];
  const rows = useMemo(() => all.filter((one) => (!kind || one.kind === kind) && (!table || one.table === table)), [all, kind, table]);
  const selected = rows.findIndex((one) => one.arn === arn);
  const Form = FORMS[params.get('new') as Kind];
  const started = (fresh: string): void => {
    void live.reload().then(() => setParams({ new: null, bucket: null, prefix: null, format: null, compression: null, into: null, arn: fresh }));
    refresh();
  };
  useKeys({ n: () => open('export') });
  useCommands([
    { title: 'Export a table to S3', hint: 'n', run: () => open('export') },
    { title: 'Import a table from S3', hint: 'moves', run: () => open('import') },
    { title: 'Put items of S3 into a table', hint: 'moves', run: () => open('bulk') },
  ]);
  const tables = [...new Set(all.map((one) => one.table))].sort();
  return (
    <>
      <section className="work">
        <div className="head">
          <h1>Moves</h1><span className="grow" />
          <button type="button" className="go" onClick={() => open('export')}>Export</button>
          <button type="button" onClick={() => open('import')}>Import</button>
          <button type="button" onClick={() => open('bulk')}>Put items</button>
        </div>
        <div className="sub">
          <span>{live.data && plural(all.length, 'move')}</span>
          {all.some(isUnderWay) && <span className="warn">{plural(all.filter(isUnderWay).length, 'move')} under way</span>}
        </div>
        {all.length > 0 && (
          <div className="ask"><div className="row">
            <Choose label="What" hideLabel value={kind ?? ''} options={[['', 'all moves'], ...KINDS.map((one): [string, string] => [one, `${KIND_NAMES[one]}s`])]} onChange={(value) => setParams({ kind: value })} />
            <Choose label="Of table" hideLabel value={table ?? ''} options={[['', 'any table'], ...tables.map((one): [string, string] => [one, one])]} onChange={(value) => setParams({ table: value })} />
          </div></div>
        )}
        {live.error && <Failure error={live.error} />}
        <div className="fill column">
          <Grid label="Moves" columns={COLUMNS} rows={rows} selected={selected} onSelect={(i) => setParams({ arn: rows[i]!.arn, new: null })} empty={live.data && (all.length ? 'No move fits.' : <NoMoves />)} />
        </div>
      </section>
      {Form ? <Form key={params.get('new')} onStarted={started} /> : rows[selected] && <MovePanel move={rows[selected]!} onChanged={() => void live.reload()} />}
    </>
  );
}

export const moves: View = { id: 'moves', title: 'Moves', group: 'Inside', Component: MovesView };
