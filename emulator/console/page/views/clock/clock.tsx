// The universe's clock and its pending work.
import { useState } from 'react';
import { get } from '../../api/admin';
import type { Due, DueWork } from '../../api/shapes';
import { duration, relative, time, count } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useNow, useSession } from '../../parts/session';
import { Failure, Field, Link } from '../../parts/basic';
import { dueWords, expiriesFirst } from '../../parts/due';
import { useClockActions } from '../../parts/clock_actions';
import type { View } from '../../parts/view';

const HOUR = 3_600_000;
const STEPS: [string, string][] = [['1 s', '1s'], ['1 min', '1m'], ['15 min', '15m'], ['1 h', '1h'], ['1 d', '1d'], ['1 week', '7d']];

// Near times get more space than distant ones: the position grows with the logarithm of the
// distance.
function placeOf(atMs: number, nowMs: number, lastMs: number): number {
  const scale = (ms: number): number => Math.log1p(Math.max(0, ms) / 60_000);
  return 2 + 94 * (scale(atMs - nowMs) / Math.max(scale(lastMs - nowMs), 1e-9));
}

function TimeLine({ due, now, onGo }: { due: DueWork[]; now: number; onGo: (due: DueWork) => void }): JSX.Element {
  const last = Math.max(...due.map((one) => one.atMs), now + HOUR);
  const ticks = [60_000, 15 * 60_000, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR, 365 * 24 * HOUR].filter((ms) => now + ms <= last);
  return (
    <div className="timeline">
      <i style={{ left: '2%' }} /><s style={{ left: '2%' }} className="now">now</s>
      {ticks.map((ms) => <s key={ms} style={{ left: `${placeOf(now + ms, now, last)}%` }} className="below">{duration(ms)}</s>)}
      {due.slice(0, 12).map((one, i) => (
        <button key={i} type="button" className="event" style={{ left: `${placeOf(one.atMs, now, last)}%` }} title={`${dueWords(one)}, ${time(one.atMs)}`} aria-label={`Advance to ${time(one.atMs)}: ${dueWords(one)}`} onClick={() => onGo(one)} />
      ))}
    </div>
  );
}

function SetTime({ run }: { run: ReturnType<typeof useClockActions>['run'] }): JSX.Element {
  const [to, setTo] = useState('');
  const [by, setBy] = useState('');
  const [factor, setFactor] = useState('');
  return (
    <div className="forms">
      <form className="row end" onSubmit={(event) => { event.preventDefault(); void run('advance', { by }); }}>
        <Field label="Advance by" value={by} placeholder="48h, 90s, 2 weeks" onChange={setBy} /><button disabled={!by}>Advance</button>
      </form>
      <form className="row end" onSubmit={(event) => { event.preventDefault(); void run('set', { to: /^\d+$/.test(to) ? Number(to) : to }); }}>
        <Field label="Set to" value={to} placeholder="2026-01-01T00:00:00Z" onChange={setTo} /><button disabled={!to}>Set</button>
      </form>
      <form className="row end" onSubmit={(event) => { event.preventDefault(); void run('scale', { factor: Number(factor) }); }}>
        <Field label="Times as fast" value={factor} placeholder="60" onChange={setFactor} /><button disabled={!factor}>Scale</button>
      </form>
    </div>
  );
}

const MODES = { follow: 'follows the machine’s clock', frozen: 'stands still', scaled: 'runs at another pace', shifted: 'runs ahead of the machine’s clock, or behind it' };

function ClockView(): JSX.Element {
  const { where, clock } = useSession();
  const now = useNow();
  const { run, toDue, error } = useClockActions();
  const due = useLive(`${where.universe}/${clock?.nextDueMs}`, () => get<Due>(where, 'due'), { every: 3_000 });
  const list = expiriesFirst((due.data?.due ?? []).filter((one) => one.atMs >= (clock?.nowMs ?? 0)));
  const expiry = list.find((one) => one.what === 'expiry');
  const goTo = (one: DueWork): void => void toDue(one);
  if (!clock || now === undefined) return <section className="work"><h1>Clock</h1></section>;
  return (
    <section className="work">
      <h1>Clock</h1>
      <div className="sub"><span>of universe {where.universe}: {MODES[clock.mode]}{clock.mode === 'scaled' && `, × ${count(clock.scale)}`}</span></div>
      {error && <Failure error={error} />}
      <div className="bigtime num">{time(now)} <small>UTC</small></div>
      <p>{Math.abs(clock.offsetMs) > 1_500 ? `${duration(clock.offsetMs)} ${clock.offsetMs > 0 ? 'ahead of' : 'behind'} the machine’s clock.` : 'The machine’s time.'}</p>
      <div className="row gap">
        <button type="button" className={clock.mode === 'frozen' ? 'on' : undefined} onClick={() => void run('freeze')}>Freeze</button>
        <button type="button" className={clock.mode === 'follow' ? 'on' : undefined} onClick={() => void run('follow')}>Follow</button>
        {STEPS.map(([name, by]) => <button key={by} type="button" onClick={() => void run('advance', { by })}>+ {name}</button>)}
        {expiry && <button type="button" className="go" onClick={() => goTo(expiry)}>To the next expiry</button>}
        <button type="button" className={expiry ? undefined : 'go'} disabled={clock.nextDueMs === null} onClick={() => void run('advance', { ms: Math.max(0, clock.nextDueMs! - clock.nowMs) })}>To the next thing due</button>
      </div>
      <h2 className="section">What is due</h2>
      {due.error && <Failure error={due.error} />}
      <TimeLine due={list} now={now} onGo={goTo} />
      {list.length > 0 && (
        <div className="tablescroll" tabIndex={0} role="region" aria-label="What is due"><table className="plain">
          <thead><tr><th scope="col">when</th><th scope="col">in</th><th scope="col">what</th><th scope="col">where</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
          <tbody>
            {list.slice(0, 40).map((one, i) => (
              <tr key={i}>
                <td className="num">{time(one.atMs)}</td><td className="soft">{relative(one.atMs, now)}</td><td>{dueWords(one)}</td>
                <td>{one.table ? <Link to={['tables', one.table]} with={{ region: one.region }}>{one.table}</Link> : one.region}</td>
                <td className="n"><button type="button" aria-label={`Advance to it: ${dueWords(one)}`} onClick={() => goTo(one)}>Advance to it</button></td>
              </tr>
            ))}
          </tbody>
        </table></div>
      )}
      {due.data && !list.length && <p>Nothing is due: no items expire, no status changes.</p>}
      <h2 className="section">Otherwise</h2>
      <SetTime run={run} />
    </section>
  );
}

export const clock: View = {
  id: 'clock', title: 'Clock', group: 'Laboratory', Component: ClockView, badge: (session) => (session.clock && session.clock.mode !== 'follow' ? session.clock.mode : undefined),
};
