// One complete transfer: its progress, its result, the location of its files.
import { useState } from 'react';
import { call } from '../../api/client';
import type { Export } from '../../api/shapes';
import type { Changes, Where } from '../../base/place';
import { bytes, count, milliseconds, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import { setParams } from '../../base/place';
import { useSession } from '../../parts/session';
import { CopyButton, Failure, Link, Sure } from '../../parts/basic';
import { Panel } from '../../parts/panel';
import { useAttempt } from '../../parts/sending';
import { failed, isUnderWay, KIND_NAMES, moved, pathsOf, progressOf, statusClass, statusWords } from './move';
import type { Move } from './move';

const DESCRIBE = { export: 'DescribeExport', import: 'DescribeImport', bulk: 'DescribeBulkOperation' } as const;

async function describe(where: Where, { kind, arn }: Move): Promise<object> {
  if (kind === 'export') return (await call(where, 'DescribeExport', { ExportArn: arn })).ExportDescription;
  if (kind === 'import') return (await call(where, 'DescribeImport', { ImportArn: arn })).ImportTableDescription;
  return (await call(where, 'DescribeBulkOperation', { BulkOperationArn: arn })).BulkOperationDescription;
}

// Loaded when the user opens it.
function Described({ move }: { move: Move }): JSX.Element {
  const { where } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const live = useLive(`${move.arn}/${move.status}/${moved(move)}`, () => describe(where, move), { paused: !isOpen });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>As {DESCRIBE[move.kind]} answers</summary>
      {live.error && <Failure error={live.error} />}
      {live.data && <pre tabIndex={0}>{JSON.stringify(live.data, null, 2)}</pre>}
    </details>
  );
}

// Returns the fix for a failure whose cause is outside DynamoDB.
function remedy(move: Move): string | undefined {
  const { failureCode, bucket } = move;
  const report = move.kind === 'bulk' && move.reportBucket && move.reportBucket !== bucket ? `, or no ${move.reportBucket}` : '';
  if (failureCode === 'S3NoSuchBucket') return `There is no bucket ${bucket}${report}: make that folder below what --s3-dir names, “stator-s3” unless given.`;
  if (failureCode === 'ItemValidationError') return 'All other items are there. The log of errors has a line for each that is not.';
  return undefined;
}

function formOf(move: Move): string {
  if (move.kind === 'export') return `${move.type.toLowerCase().replace('_', ' ')}, ${move.format}`;
  return move.compression === 'NONE' ? move.format : `${move.format}, ${move.compression}`;
}

function sizesOf(move: Move): [string, number | undefined][] {
  if (move.kind === 'export') return [['billed', move.billedBytes]];
  return [['read', move.processedBytes], ['of', move.kind === 'bulk' ? move.totalBytes : undefined]];
}

function Counts({ move }: { move: Move }): JSX.Element {
  const unmet = move.kind === 'bulk' ? move.conditionFailures : 0;
  return (
    <dl className="facts">
      <dt>what</dt><dd>{formOf(move)}</dd>
      {pathsOf(move).map(([name, path]) => [<dt key={name}>{name}</dt>, <dd key={path} className="mono">{path}</dd>])}
      <dt>started</dt><dd>{time(move.startedMs)}</dd>
      {move.endedMs !== undefined && <><dt>ended</dt><dd>{time(move.endedMs)}, after {milliseconds(move.endedMs - move.startedMs)}</dd></>}
      <dt>items</dt><dd>{count(moved(move))}{failed(move) > 0 && <span className="badtext"> and {count(failed(move))} failed</span>}{unmet > 0 && <span className="warn"> and {count(unmet)} whose condition was not met</span>}</dd>
      {sizesOf(move).map(([name, size]) => size !== undefined && [<dt key={name}>{name}</dt>, <dd key={`${name}-size`}>{bytes(size)}</dd>])}
    </dl>
  );
}

// The form values of an import that reads an export's files.
const sourceOf = ({ bucket, folder, format, table }: Export): Changes =>
  ({ new: 'import', bucket, prefix: `${folder}data/`, format, compression: 'GZIP', into: `${table}-imported`, arn: null });

export function MovePanel({ move, onChanged }: { move: Move; onChanged: () => void }): JSX.Element {
  const { where } = useSession();
  const { attempt, error, forget } = useAttempt();
  const progress = progressOf(move);
  const help = remedy(move);
  const cancel = (): Promise<unknown> => attempt(() => call(where, 'CancelBulkOperation', { BulkOperationArn: move.arn })).then(onChanged);
  return (
    <Panel title={`${KIND_NAMES[move.kind]} ${move.table}`} onClose={() => setParams({ arn: null })}>
      <div className="row">
        <span className={statusClass(move)} role="status">{statusWords(move)}</span>
        {progress !== undefined && <><progress aria-label="Progress" value={progress} /><span className="num soft">{Math.round(progress * 100)} %</span></>}
        <span className="grow" /><CopyButton text={move.arn}>Copy ARN</CopyButton>
      </div>
      {move.failureCode && <div className="failure"><div><b>{move.failureCode}</b> <span className="mono">{move.failureMessage}</span></div>{help && <p>{help}</p>}</div>}
      {error && <Failure error={error} onClose={forget} />}
      <Counts move={move} />
      <div className="row">
        <Link to={['tables', move.table]}>To the table</Link>
        {move.kind === 'bulk' && isUnderWay(move) && <Sure label="Cancel it" question="Cancel it? What was put stays." onSure={() => void cancel()} />}
        {move.kind === 'export' && move.type === 'FULL_EXPORT' && move.status === 'COMPLETED' && <button type="button" onClick={() => setParams(sourceOf(move), false)}>Import it as a new table…</button>}
      </div>
      <Described key={move.arn} move={move} />
    </Panel>
  );
}
