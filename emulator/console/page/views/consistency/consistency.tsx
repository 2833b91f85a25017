// How stale eventually consistent reads may be: the settings, and the present state of each
// replica.
import { useEffect, useState } from 'react';
import { get } from '../../api/admin';
import type { Consistency, ConsistencySource, ReadMode, Replica } from '../../api/shapes';
import { count } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Choose, Failure, Field } from '../../parts/basic';
import { lagText, lagWords, parseLag } from '../../parts/lag';
import { useSending } from '../../parts/sending';
import type { View } from '../../parts/view';

const MODES: [ReadMode, string][] = [
  ['latest', 'latest: never stale'], ['lagged', 'lagged: as the copies are'], ['oldest-legal', 'oldest legal: as stale as can be'],
  ['monotonic-per-connection', 'monotonic on a connection'],
];

type Do = (verb: string, body: object) => void;

interface CopyProps { source: ConsistencySource; partition: number; replica: Replica; number: number; isFirst: boolean; act: Do }

function CopyRow({ source, partition, replica, number, isFirst, act }: CopyProps): JSX.Element {
  const name = { table: source.table, ...(source.index ? { index: source.index } : {}), partition, replica: number };
  return (
    <tr>
      <td>{isFirst ? <>{source.table}{source.index && <span className="soft">.{source.index}</span>}</> : ''}</td>
      <td className="soft">{number === 0 ? partition : ''}</td>
      <td>copy {number}{replica.pinned && <span className="warn"> pinned</span>}{replica.paused && <span className="warn"> paused</span>}</td>
      <td className="n">{count(replica.lagMs)} ms</td>
      <td className={`n ${replica.missing ? 'warn' : 'faint'}`}>{count(replica.missing)}</td>
      <td>
        <span className="row tight">
          <button type="button" className="quiet" onClick={() => act(replica.pinned ? 'unpin' : 'pin', name)}>{replica.pinned ? 'Unpin' : 'Pin'}</button>
          <button type="button" className="quiet" onClick={() => act(replica.paused ? 'resume' : 'pause', name)}>{replica.paused ? 'Resume' : 'Pause'}</button>
          <button type="button" className="quiet" onClick={() => act('drain', name)}>Drain</button>
          <button type="button" className="quiet" onClick={() => act('advance', { ...name, ms: 100 })}>+ 100 ms</button>
        </span>
      </td>
    </tr>
  );
}

function Settings({ state, onSet }: { state: Consistency; onSet: (settings: object) => void }): JSX.Element {
  const [lag, setLag] = useState(lagText(state.lag));
  const [indexLag, setIndexLag] = useState(lagText(state.indexLag));
  const [problem, setProblem] = useState('');
  const shown = `${lagText(state.lag)} ${lagText(state.indexLag)}`;
  useEffect(() => { setLag(lagText(state.lag)); setIndexLag(lagText(state.indexLag)); }, [shown]);
  const set = (): void => {
    try {
      setProblem('');
      onSet({ lag: parseLag(lag), indexLag: parseLag(indexLag) });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form className="forms hinted" onSubmit={(event) => { event.preventDefault(); set(); }}>
      <Choose label="Eventually consistent reads are" value={state.mode} options={MODES} onChange={(mode) => onSet({ mode })} />
      <Field label="Lag of copies" value={lag} mono hint="ms, uniform:0:500, exponential:200" onChange={setLag} />
      <Field label="Lag of indexes" value={indexLag} mono hint="the same" onChange={setIndexLag} />
      <div className="row"><button>Set the lags</button>{problem && <span className="badtext">{problem}</span>}</div>
    </form>
  );
}

function ConsistencyView(): JSX.Element {
  const { where } = useSession();
  const live = useLive(where.universe, () => get<Consistency>(where, 'consistency'), { every: 1_000 });
  const { send, error } = useSending(live.reload);
  const act: Do = (verb, body) => void send('POST', `consistency/${verb}`, { ...body, universe: where.universe, region: where.region });
  const state = live.data;
  return (
    <section className="work">
      <h1>Consistency</h1>
      <div className="sub"><span>{state?.mode === 'latest' ? 'Reads see every write at once.' : 'Reads that are not consistent may miss the last writes.'}</span></div>
      {(error ?? live.error) && <Failure error={(error ?? live.error)!} />}
      {state && <Settings state={state} onSet={(settings) => void send('PUT', 'consistency', settings)} />}
      {state && state.rules.length > 0 && (
        <>
          <h2 className="section">Rules</h2>
          {state.rules.map((rule, i) => <div key={i} className="mono">{rule.table ?? 'any table'}{rule.index !== undefined && `.${rule.index || '(itself)'}`}: {rule.mode ?? 'lagged'}{rule.lag !== undefined && `, ${lagWords(rule.lag)}`}</div>)}
          <div className="row"><button type="button" onClick={() => void send('DELETE', 'consistency/rules')}>Remove the rules</button></div>
        </>
      )}
      <h2 className="section">Copies</h2>
      {state && state.sources.length > 0 ? (
        <div className="tablescroll" tabIndex={0} role="region" aria-label="Copies"><table className="plain">
          <thead><tr><th scope="col">table, index</th><th scope="col">partition</th><th scope="col">copy</th><th scope="col" className="n">lag</th><th scope="col" className="n">writes missing</th><th scope="col">by hand</th></tr></thead>
          <tbody>{state.sources.flatMap((source) => source.partitions.flatMap(({ partition, replicas }, p) => replicas.map((replica, i) => (
            <CopyRow key={`${source.table}.${source.index}.${partition}.${i}`} source={source} partition={partition} replica={replica} number={i} isFirst={p === 0 && i === 0} act={act} />
          ))))}</tbody>
        </table></div>
      ) : <p>Copies appear once a table has been read eventually, or is held by hand.</p>}
      <HoldByHand act={act} />
    </section>
  );
}

// A replica that is not in the list yet can also be paused.
function HoldByHand({ act }: { act: Do }): JSX.Element | null {
  const { tables } = useSession();
  const [name, setName] = useState('');
  const choices = (tables ?? []).flatMap(({ name: table, table: full }): [string, string][] => [
    [table, table], ...[...(full?.GlobalSecondaryIndexes ?? []), ...(full?.VectorIndexes ?? [])].map((index): [string, string] => [`${table}/${index.IndexName}`, `${table}.${index.IndexName}`]),
  ]);
  const [table, index] = (name || choices[0]?.[0] || '').split('/');
  if (!choices.length) return null;
  const body = { table, ...(index ? { index } : {}) };
  return (
    <div className="row gap">
      <Choose label="Table or index" hideLabel value={name || choices[0]![0]} options={choices} onChange={setName} />
      <button type="button" onClick={() => act('pause', body)}>Pause all copies</button>
      <button type="button" onClick={() => act('pin', body)}>Pin</button>
      <button type="button" onClick={() => act('resume', body)}>Resume</button>
      <button type="button" onClick={() => act('unpin', body)}>Unpin</button>
    </div>
  );
}

export const consistency: View = { id: 'consistency', title: 'Consistency', group: 'Laboratory', Component: ConsistencyView };
