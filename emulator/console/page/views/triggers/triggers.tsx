// Triggers: the functions that streams call, their status, and their settings.
import { admin, get } from '../../api/admin';
import type { EventSourceMapping, TriggerDeliveries, TriggerMapping, TriggerState } from '../../api/shapes';
import { useCommands } from '../../base/commands';
import { count, duration, plural, relative, time } from '../../base/format';
import { useKeys, useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useNow, useSession } from '../../parts/session';
import { Failure, Link, Sure } from '../../parts/basic';
import { useClockActions } from '../../parts/clock_actions';
import { Panel } from '../../parts/panel';
import { useAttempt } from '../../parts/sending';
import type { View } from '../../parts/view';
import { MappingForm } from './form';
import { ageOf, functionOf, NUMBERS, retryOf, settingsOf, stateWords, waitingOf } from './mapping';

const EVERY_MS = 1_000;

const age = (ms: number): string => (ms ? duration(ms) : '');
const create = (): void => setParams({ new: 'yes', edit: null, name: null }, false);

function Acts({ one, onTurn, onDelete }: { one: TriggerMapping; onTurn: () => void; onDelete: () => void }): JSX.Element {
  return (
    <span className="row tight acts">
      <button type="button" className="quiet" aria-label={`${one.Enabled ? 'Pause' : 'Go on with'} ${one.Name}`} onClick={onTurn}>{one.Enabled ? 'Pause' : 'Go on'}</button>
      <button type="button" className="quiet" aria-label={`Change ${one.Name}`} onClick={() => setParams({ edit: one.Name, name: null, new: null })}>Change…</button>
      <Sure label="Delete" question={`Delete ${one.Name}?`} onSure={onDelete} />
    </span>
  );
}

function Row({ one, isShown, acts }: { one: TriggerMapping; isShown: boolean; acts: JSX.Element }): JSX.Element {
  const { Status: status } = one;
  const state = stateWords(one);
  return (
    <tr className={isShown ? 'sel' : undefined}>
      <td><Link to={['triggers']} with={{ name: one.Name }}>{one.Name}</Link></td><td>{one.Table}</td><td className="mono wraps">{functionOf(one)}</td>
      <td className={state === 'idle' ? 'soft' : state === 'failing' ? 'badtext' : 'warn'}>{state}</td>
      <td className="n">{age(ageOf(one))}</td><td className="n">{count(waitingOf(one))}</td>
      <td className="n">{count(status.Calls)}{status.FailedCalls > 0 && <span className="badtext"> · {count(status.FailedCalls)} failed</span>}</td>
      <td className="n">{count(status.DeliveredRecords)}{status.GivenUpRecords > 0 && <span className="badtext"> · {count(status.GivenUpRecords)} given up</span>}</td>
      <td>{acts}</td>
    </tr>
  );
}

function Shards({ one }: { one: TriggerMapping }): JSX.Element | null {
  const open = one.Status.Shards.filter((shard) => shard.WaitingRecords > 0 || shard.IsCalling || shard.LastResult || !shard.HasEnded);
  if (!open.length) return null;
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Shards">
      <table className="plain keep">
        <thead><tr><th scope="col">shard</th><th scope="col" className="n">waiting</th><th scope="col" className="n">age</th><th scope="col">last call</th></tr></thead>
        <tbody>{open.map((shard) => (
          <tr key={`${shard.ShardId}/${shard.Lane}`}><td title={shard.ShardId}>…{shard.ShardId.slice(-13)}{shard.Lane > 0 && ` / ${shard.Lane}`}</td><td className="n">{count(shard.WaitingRecords)}</td><td className="n">{age(shard.IteratorAgeMs)}</td><td>{shard.IsCalling ? 'under way' : shard.LastResult ?? ''}</td></tr>
        ))}</tbody>
      </table>
    </div>
  );
}

// The calls of its function, the latest first.
function Deliveries({ name }: { name: string }): JSX.Element | null {
  const { where } = useSession();
  const path = `triggers/${encodeURIComponent(name)}/deliveries`;
  const { data } = useLive(`${where.universe}/${name}`, () => get<TriggerDeliveries>(where, path), { every: EVERY_MS, steady: true });
  if (!data?.deliveries.length) return null;
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Deliveries">
      <table className="plain keep">
        <thead><tr><th scope="col">answered</th><th scope="col" className="n">records</th><th scope="col" className="n">attempt</th><th scope="col">result</th></tr></thead>
        <tbody>{[...data.deliveries].reverse().map((one) => (
          <tr key={one.Number}><td>{time(Date.parse(one.Time))}</td><td className="n">{count(one.Records)}</td><td className="n">{one.Kind === 'Call' ? one.Attempt : ''}</td><td className={one.Succeeded ? undefined : 'badtext'}>{one.Kind === 'Call' ? one.Result : one.Succeeded ? 'given up' : 'its destination did not answer'}</td></tr>
        ))}</tbody>
      </table>
    </div>
  );
}

// One complete mapping.
function MappingPanel({ one, acts }: { one: TriggerMapping; acts: JSX.Element }): JSX.Element {
  const now = useNow() ?? 0;
  const { run, error } = useClockActions();
  const { Status: status } = one;
  const retry = retryOf(one);
  const destination = one.DestinationConfig?.OnFailure?.Destination;
  return (
    <Panel title={one.Name} onClose={() => setParams({ name: null })}>
      <div className="row"><span className={retry === undefined ? undefined : 'badtext'} role="status">{stateWords(one)}</span><span className="grow" />{acts}</div>
      {status.LastProcessingResult !== status.LastError && <p>{status.LastProcessingResult}</p>}
      {status.LastError && <div className="failure"><div><b>The last error</b> <span className="soft">{time(Date.parse(status.LastErrorTime!))}</span></div><div className="mono">{status.LastError}</div></div>}
      {retry !== undefined && <p className="row">Tried again {relative(retry, now)}. <button type="button" onClick={() => void run('advance', { ms: Math.max(0, retry - now) })}>Advance to it</button></p>}
      {error && <Failure error={error} />}
      <dl className="facts">
        <dt>stream of</dt><dd><Link to={['tables', one.Table, 'stream']}>{one.Table}</Link></dd>
        <dt>calls</dt><dd className="mono">{functionOf(one)}</dd>
        <dt>records</dt><dd>{count(status.DeliveredRecords)} delivered in {plural(status.Calls, 'call')}, {count(status.FilteredRecords)} filtered, {count(status.GivenUpRecords)} given up, {count(waitingOf(one))} waiting</dd>
        <dt>iterator age</dt><dd>{age(ageOf(one)) || 'none'}</dd>
        {NUMBERS.map(([name, , usual]) => one[name] !== usual && [<dt key={name}>{name}</dt>, <dd key={`${name}-value`}>{String(one[name])}</dd>])}
        {one.FilterCriteria?.Filters.map(({ Pattern: pattern }) => [<dt key={pattern}>pattern</dt>, <dd key={`${pattern}-text`} className="mono">{pattern}</dd>])}
        {destination && <><dt>given up to</dt><dd className="mono">{destination}</dd></>}
        {Boolean(one.BisectBatchOnFunctionError) && <><dt>a failed batch</dt><dd>is halved</dd></>}
        {!!one.FunctionResponseTypes?.length && <><dt>the answer</dt><dd>names failed records</dd></>}
      </dl>
      <Shards one={one} />
      <Deliveries name={one.Name} />
    </Panel>
  );
}

function TriggersView(): JSX.Element {
  const { where } = useSession();
  const { params } = usePlace();
  const live = useLive(where.universe, () => get<TriggerState>(where, 'triggers'), { every: EVERY_MS, steady: true });
  const { attempt, error, forget } = useAttempt();
  const all = live.data?.mappings ?? [];
  // All mappings are replaced together: the present ones, with the change.
  const put = async (change: (settings: EventSourceMapping[]) => EventSourceMapping[]): Promise<void> => {
    const { mappings } = await get<TriggerState>(where, 'triggers');
    await admin(where, 'PUT', 'triggers', { mappings: change(mappings.map(settingsOf)) });
    await live.reload();
  };
  const turn = (one: TriggerMapping): Promise<unknown> => attempt(() => put((list) => list.map((old) => (old.Name === one.Name ? { ...old, Enabled: !one.Enabled } : old))));
  const remove = (one: TriggerMapping): Promise<unknown> => attempt(() => put((list) => list.filter((old) => old.Name !== one.Name)));
  const save = async (fresh: EventSourceMapping, replaced?: string): Promise<void> => {
    await put((list) => (replaced ? list.map((old) => (old.Name === replaced ? fresh : old)) : [...list, fresh]));
    setParams({ new: null, edit: null, name: fresh.Name });
  };
  useKeys({ n: create });
  useCommands([{ title: 'Call a function with what a stream records', hint: 'n', run: create }]);
  const acts = (one: TriggerMapping): JSX.Element => <Acts one={one} onTurn={() => void turn(one)} onDelete={() => void remove(one)} />;
  const shown = all.find((one) => one.Name === params.get('name'));
  const edited = all.find((one) => one.Name === params.get('edit'));
  return (
    <>
      <section className="work">
        <div className="head"><h1>Triggers</h1><span className="grow" /><button type="button" className="go" onClick={create}>New trigger</button></div>
        <div className="sub"><span>{live.data && plural(all.length, 'event source mapping')}</span>{all.length > 0 && <span>{live.data!.Idle ? 'nothing is left to deliver' : 'something is left to deliver'}</span>}</div>
        {(error ?? live.error) && <Failure error={(error ?? live.error)!} onClose={forget} />}
        {live.data && !all.length && <p>No stream calls a function. A trigger calls a URL or a command with what a table’s stream records, as a Lambda event source mapping does.</p>}
        {all.length > 0 && (
          <div className="tablescroll" tabIndex={0} role="region" aria-label="Triggers">
            <table className="plain keep">
              <thead><tr><th scope="col">name</th><th scope="col">table</th><th scope="col">function</th><th scope="col">state</th><th scope="col" className="n">iterator age</th><th scope="col" className="n">waiting</th><th scope="col" className="n">calls</th><th scope="col" className="n">delivered</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
              <tbody>{all.map((one) => <Row key={one.Name} one={one} isShown={one === shown} acts={acts(one)} />)}</tbody>
            </table>
          </div>
        )}
      </section>
      {params.get('new') || edited ? <MappingForm key={edited?.Name} mapping={edited} onSave={save} /> : shown && <MappingPanel one={shown} acts={acts(shown)} />}
    </>
  );
}

export const triggers: View = { id: 'triggers', title: 'Triggers', group: 'Inside', Component: TriggersView };
