// The times to which a table can be restored: a slider over them, and their range.
import { useState } from 'react';
import { get } from '../../api/admin';
import type { Histories, History } from '../../api/shapes';
import { call } from '../../api/client';
import { bytes, duration, plural, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Failure, Field, Sure } from '../../parts/basic';
import { useClockActions } from '../../parts/clock_actions';
import { Restore } from './backups';

const EVERY_MS = 2_000;
const STEPS = 1_000;
const NOT_YET_MS = 300_000;

// The slider has a thousand positions; the field accepts any time.
function Choice({ from, to, at, onChange }: { from: number; to: number; at: number; onChange: (ms: number | undefined) => void }): JSX.Element {
  const [text, setText] = useState<string>();
  const read = (typed: string): void => {
    setText(typed);
    const ms = Date.parse(/Z$/.test(typed) ? typed : `${typed.replace(' ', 'T')}Z`);
    if (!Number.isNaN(ms)) onChange(ms);
  };
  const permille = to === from ? STEPS : Math.round(((at - from) / (to - from)) * STEPS);
  return (
    <>
      <div className="row">
        <span className="num soft">{time(from)}</span>
        <input type="range" className="grow" aria-label="Moment to restore" aria-valuetext={time(at)} min={0} max={STEPS} value={permille} onChange={(event) => { setText(undefined); onChange(from + Math.round(((to - from) * Number(event.target.value)) / STEPS)); }} />
        <span className="num soft">{time(to)}</span>
      </div>
      <div className="row end gap">
        <Field label="Moment, UTC" value={text ?? new Date(at).toISOString()} mono onChange={read} /><button type="button" onClick={() => { setText(undefined); onChange(undefined); }}>The latest</button>
      </div>
    </>
  );
}

function Window({ history, table }: { history: History; table: string }): JSX.Element {
  const { where, clock } = useSession();
  const { run, error } = useClockActions();
  const [chosen, setChosen] = useState<number>();
  const [from, to] = [history.earliestMs!, history.latestMs!];
  const at = chosen ?? to;
  const waits = clock !== undefined && clock.nowMs - to < NOT_YET_MS;
  const restore = (target: string): Promise<unknown> => call(where, 'RestoreTableToPointInTime', { SourceTableName: table, TargetTableName: target, RestoreDateTime: at / 1000 });
  return (
    <>
      <p>{plural(history.changes, 'change')} in {bytes(history.bytes)} lead back {duration(Math.max(0, to - from))} from {time(to)}; {plural(history.periodDays ?? 0, 'day')} at most.</p>
      <Choice from={from} to={to} at={at} onChange={setChosen} />
      <Restore label="New table as of then" suggestion={`${table}-earlier`} restore={restore} />
      {waits && <p className="row">What the last five minutes wrote cannot be restored yet, as on AWS. <button type="button" onClick={() => void run('advance', { by: '5m' })}>Advance the clock by 5 min</button></p>}
      {error && <Failure error={error} />}
    </>
  );
}

export function Moments({ table }: { table: string }): JSX.Element {
  const { where } = useSession();
  const live = useLive(`${where.universe}/${where.region}/${table}`, () => get<Histories>(where, `history?table=${encodeURIComponent(table)}`), { every: EVERY_MS });
  const [error, setError] = useState<Error>();
  const history = live.data?.tables.find((one) => one.region === where.region);
  const turn = async (on: boolean): Promise<void> => {
    await call(where, 'UpdateContinuousBackups', { TableName: table, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: on } }).then(() => setError(undefined), setError);
    await live.reload();
  };
  return (
    <>
      {(error ?? live.error) && <Failure error={(error ?? live.error)!} onClose={() => setError(undefined)} />}
      {history && !history.recovery && (
        <div className="row"><p>Point-in-time recovery is off: no moment of {table} is remembered.</p><button type="button" className="go" onClick={() => void turn(true)}>Remember from now on</button></div>
      )}
      {history?.recovery && <Window history={history} table={table} />}
      {history?.recovery && (
        <div className="row"><Sure label="Forget them" question={`Switch recovery off and forget ${plural(history.changes, 'change')}?`} onSure={() => void turn(false)} />
          <span className="soft">All tables: {bytes(live.data!.usedBytes)}{live.data!.limitBytes > 0 && ` of ${bytes(live.data!.limitBytes)}`}{live.data!.forgottenChanges > 0 && `, ${plural(live.data!.forgottenChanges, 'change')} forgotten for want of room`}</span></div>
      )}
    </>
  );
}
