// Kinesis destinations: the data streams that receive a table's changes, for one or all tables, and
// the progress of delivery.
import { useState } from 'react';
import { get } from '../../api/admin';
import type { Kinesis, KinesisDestination, KinesisStream } from '../../api/shapes';
import { call } from '../../api/client';
import type { KinesisRequest, Table } from '../../api/types';
import { bytes, count, plural, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import type { Loaded } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Choose, CopyButton, Failure, Link, Sure } from '../../parts/basic';
import { useAttempt } from '../../parts/sending';
import type { TableView, View } from '../../parts/view';

type Precision = KinesisDestination['precision'];

const EVERY_MS = 1_500;
const PRECISIONS: [Precision, string][] = [['MILLISECOND', 'milliseconds'], ['MICROSECOND', 'microseconds']];
const streamName = (arn: string): string => arn.slice(arn.indexOf('/') + 1);

function useKinesis(table?: string): Loaded<Kinesis> {
  const { where } = useSession();
  const load = async (): Promise<Kinesis> => {
    const { destinations, streams } = await get<Kinesis>(where, table ? `kinesis?table=${encodeURIComponent(table)}` : 'kinesis');
    const ours = destinations.filter((one) => one.region === where.region);
    return { destinations: ours, streams: streams.filter((one) => ours.some((destination) => destination.streamArn === one.streamArn) || (!table && one.waiting > 0)) };
  };
  return useLive(`${where.universe}/${where.region}/${table ?? ''}`, load, { every: EVERY_MS, steady: true });
}

type Change = (operation: 'EnableKinesisStreamingDestination' | 'UpdateKinesisStreamingDestination' | 'DisableKinesisStreamingDestination', request: KinesisRequest) => Promise<boolean>;

function Destinations({ list, change }: { list: KinesisDestination[]; change: Change }): JSX.Element {
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Destinations">
      <table className="plain keep">
        <thead><tr><th scope="col">table</th><th scope="col">stream</th><th scope="col">status</th><th scope="col">precision</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
        <tbody>{list.map((one) => {
          const request = { TableName: one.table, StreamArn: one.streamArn };
          const isActive = one.status === 'ACTIVE';
          return (
            <tr key={`${one.table}/${one.streamArn}`}>
              <td><Link to={['tables', one.table, 'kinesis']}>{one.table}</Link></td><td className="mono" title={one.streamArn}>{streamName(one.streamArn)}</td>
              <td className={isActive || one.status === 'DISABLED' ? 'soft' : 'warn'}>{one.status.toLowerCase().replace('_', ' ')}{one.statusDescription && <span className="soft"> · {one.statusDescription}</span>}</td>
              <td>{isActive
                ? <Choose label={`Precision of ${streamName(one.streamArn)}`} hideLabel value={one.precision} options={PRECISIONS} onChange={(precision) => void change('UpdateKinesisStreamingDestination', { ...request, UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: precision } })} />
                : one.precision.toLowerCase()}</td>
              <td><span className="row tight acts"><CopyButton text={one.streamArn}>Copy ARN</CopyButton>
                {isActive && <Sure label="Disable" question={`Send no more to ${streamName(one.streamArn)}?`} onSure={() => void change('DisableKinesisStreamingDestination', request)} />}
                {one.status === 'DISABLED' && <button type="button" className="quiet" onClick={() => void change('EnableKinesisStreamingDestination', request)}>Enable again</button>}</span></td>
            </tr>
          );
        })}</tbody>
      </table>
    </div>
  );
}

// Progress of the delivery to the streams since the process started.
function Streams({ list }: { list: KinesisStream[] }): JSX.Element | null {
  if (!list.length) return null;
  return (
    <>
      <h2 className="section">What was sent</h2>
      <div className="tablescroll" tabIndex={0} role="region" aria-label="Streams">
        <table className="plain">
          <thead><tr><th scope="col">stream</th><th scope="col" className="n">sent</th><th scope="col" className="n">waiting</th><th scope="col">the oldest since</th><th scope="col" className="n">failures</th><th scope="col">the last error</th></tr></thead>
          <tbody>{list.map((one) => (
            <tr key={one.streamArn}>
              <td className="mono">{streamName(one.streamArn)}</td><td className="n">{count(one.sent)}</td>
              <td className={`n ${one.waiting ? 'warn' : 'faint'}`}>{count(one.waiting)}{one.waiting > 0 && ` · ${bytes(one.waitingBytes)}`}</td><td className="num">{one.oldestMs === undefined ? '' : time(one.oldestMs)}</td>
              <td className="n">{count(one.failures)}{one.tooLarge > 0 && <span className="badtext"> · {count(one.tooLarge)} too large</span>}</td>
              <td className="badtext">{one.error}{one.failedMs !== undefined && <span className="soft"> {time(one.failedMs)}</span>}</td>
            </tr>
          ))}</tbody>
        </table>
      </div>
      <p className="soft">Records are lines of <code>{streamName(list[0]!.streamArn)}.ndjson</code> in the directory that <code>--kinesis-dir</code> names, “stator-kinesis” unless given; with <code>--kinesis-endpoint</code>, they go to that server.</p>
    </>
  );
}

function Enable({ table, change }: { table: Table; change: Change }): JSX.Element {
  const [region, account] = table.TableArn.split(':').slice(3);
  const [arn, setArn] = useState(`arn:aws:kinesis:${region}:${account}:stream/changes`);
  const [precision, setPrecision] = useState<Precision>('MILLISECOND');
  const enable = (): Promise<unknown> => change('EnableKinesisStreamingDestination', {
    TableName: table.TableName, StreamArn: arn, EnableKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: precision },
  });
  return (
    <form className="row end gap" onSubmit={(event) => { event.preventDefault(); void enable(); }}>
      <label className="field grow"><span>Send changes to the stream</span><input className="mono" value={arn} spellCheck={false} onChange={(event) => setArn(event.target.value)} /></label>
      <Choose label="Times in" value={precision} options={PRECISIONS} onChange={setPrecision} /><button className="go" disabled={!arn}>Enable</button>
    </form>
  );
}

function Shown({ live, table }: { live: Loaded<Kinesis>; table?: Table }): JSX.Element {
  const { where } = useSession();
  const { attempt, error, forget } = useAttempt();
  const change: Change = async (operation, request) => {
    const isDone = await attempt(() => call(where, operation, request));
    await live.reload();
    return isDone;
  };
  const list = live.data?.destinations ?? [];
  return (
    <>
      {table && <Enable key={table.TableName} table={table} change={change} />}
      {(error ?? live.error) && <Failure error={(error ?? live.error)!} onClose={forget} />}
      {list.length > 0 && <Destinations list={list} change={change} />}
      {live.data && !list.length && <p>{table ? `${table.TableName} sends its changes to no Kinesis data stream.` : 'No table of this region sends its changes to a Kinesis data stream. Each enables its own, on its tab Kinesis.'}</p>}
      <Streams list={live.data?.streams ?? []} />
    </>
  );
}

function OfTable({ table }: { table: Table }): JSX.Element {
  return <section className="work"><Shown live={useKinesis(table.TableName)} table={table} /></section>;
}

function OfAll(): JSX.Element {
  const live = useKinesis();
  return (
    <section className="work">
      <h1>Kinesis</h1>
      <div className="sub"><span>{live.data && plural(live.data.destinations.length, 'destination')}</span></div>
      <Shown live={live} />
    </section>
  );
}

export const kinesis: View = { id: 'kinesis', title: 'Kinesis', group: 'Inside', Component: OfAll };
export const tableKinesis: TableView = { id: 'kinesis', title: 'Kinesis', Component: OfTable };
