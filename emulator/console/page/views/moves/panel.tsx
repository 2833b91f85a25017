// One move, whole: how far it is, what became of it, where its files are.
import { useState } from 'react';
import { call } from '../../api/client';
import type { Where } from '../../base/place';
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

// Asked for when somebody wants to see it.
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

// What helps with a failure whose reason is outside of DynamoDB.
function remedy({ failureCode, bucket, reportBucket }: Move): string | undefined {
  if (failureCode === 'S3NoSuchBucket') return `There is no bucket ${reportBucket && reportBucket !== bucket ? `${bucket}, or no ${reportBucket}` : bucket}: make that folder below what --s3-dir names, “stator-s3” unless given.`;
  if (failureCode === 'ItemValidationError') return 'All other items are there. The log of errors has a line for each that is not.';
  return undefined;
}

function Counts({ move }: { move: Move }): JSX.Element {
  const sizes: [string, number | undefined][] = [['billed', move.billedBytes], ['read', move.processedBytes], ['of', move.totalBytes]];
  return (
    <dl className="facts">
      <dt>what</dt><dd>{[move.type?.toLowerCase().replace('_', ' '), move.format, move.compression !== 'NONE' && move.compression].filter(Boolean).join(', ')}</dd>
      {pathsOf(move).map(([name, path]) => [<dt key={name}>{name}</dt>, <dd key={path} className="mono">{path}</dd>])}
      <dt>started</dt><dd>{time(move.startedMs)}</dd>
      {move.endedMs !== undefined && <><dt>ended</dt><dd>{time(move.endedMs)}, after {milliseconds(move.endedMs - move.startedMs)}</dd></>}
      <dt>items</dt><dd>{count(moved(move))}{failed(move) > 0 && <span className="badtext"> and {count(failed(move))} failed</span>}{!!move.conditionFailures && <span className="warn"> and {count(move.conditionFailures)} whose condition was not met</span>}</dd>
      {sizes.map(([name, size]) => size !== undefined && [<dt key={name}>{name}</dt>, <dd key={`${name}-size`}>{bytes(size)}</dd>])}
    </dl>
  );
}

export function MovePanel({ move, onChanged }: { move: Move; onChanged: () => void }): JSX.Element {
  const { where } = useSession();
  const { attempt, error, forget } = useAttempt();
  const progress = progressOf(move);
  const help = remedy(move);
  const cancel = (): Promise<unknown> => attempt(() => call(where, 'CancelBulkOperation', { BulkOperationArn: move.arn })).then(onChanged);
  const source = { new: 'import', bucket: move.bucket, prefix: `${move.folder}data/`, format: move.format, compression: 'GZIP', into: `${move.table}-imported`, arn: null };
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
        {move.type === 'FULL_EXPORT' && move.status === 'COMPLETED' && <button type="button" onClick={() => setParams(source, false)}>Import it as a new table…</button>}
      </div>
      <Described key={move.arn} move={move} />
    </Panel>
  );
}
