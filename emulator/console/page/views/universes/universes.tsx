// Universes: fork, reset, keep, restore, and what differs between two of them.
import { useEffect, useState } from 'react';
import { admin, get } from '../../api/admin';
import type { Universe } from '../../api/admin';
import { cellText } from '../../api/values';
import { bytes, count, plural } from '../../base/format';
import { useCommands } from '../../base/commands';
import { useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useSession } from '../../base/session';
import { Choose, Failure, Field, Link, Sure } from '../../parts/basic';
import { Diff } from '../../parts/diff';
import { differences } from './differences';
import type { TableDifference } from './differences';
import type { View } from '../view';

type Send = (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<void>;

// The ports at which every request belongs to a universe: for programs whose endpoint cannot have a path.
function Ports({ one, send }: { one: Universe; send: Send }): JSX.Element {
  const [port, setPort] = useState<string>();
  const path = `universes/${encodeURIComponent(one.name)}/listen`;
  const listen = (): void => { setPort(undefined); void send('POST', path, port ? { port: Number(port) } : {}); };
  return (
    <span className="row tight">
      {(one.ports ?? []).map((open) => (
        <span key={open} className="chip">{location.hostname}:{open}<button type="button" className="quiet" aria-label={`Close port ${open} of ${one.name}`} title="Close it" onClick={() => void send('DELETE', path, { port: open })}>×</button></span>
      ))}
      {port === undefined
        ? <button type="button" className="quiet" aria-label={`Listen for ${one.name}`} title="A port of its own, at which every request belongs to it" onClick={() => setPort('')}>Listen</button>
        : (
          <form className="row tight" onSubmit={(event) => { event.preventDefault(); listen(); }}>
            <input aria-label={`Port for ${one.name}`} placeholder="any port" size={8} autoFocus value={port} onChange={(event) => setPort(event.target.value.replace(/\D/g, ''))} onKeyDown={(event) => { if (event.key === 'Escape') setPort(undefined); }} />
            <button>Open</button>
          </form>
        )}
    </span>
  );
}

function Row({ one, isHere, send }: { one: Universe; isHere: boolean; send: Send }): JSX.Element {
  const path = `universes/${encodeURIComponent(one.name)}`;
  return (
    <tr className={isHere ? 'sel' : undefined}>
      <td><Link to={['tables']} with={{ universe: one.name }}>{one.name}</Link>{isHere && <span className="soft"> · here</span>}</td>
      <td className="soft">{one.regions.join(', ')}</td><td className="n">{count(one.tables)}</td><td className="n">{count(one.items)}</td><td className="n">{bytes(one.itemBytes)}</td>
      <td><Ports one={one} send={send} /></td>
      <td>
        <span className="row tight acts">
          {!isHere && <button type="button" className="quiet" onClick={() => setParams({ with: one.name })}>Compare</button>}
          <Sure label="Reset" question={`Delete its ${plural(one.tables, 'table')}?`} onSure={() => void send('POST', `${path}/reset`)} />
          {one.name !== 'default' && !isHere && <Sure label="Delete" question={`Delete ${one.name}?`} onSure={() => void send('DELETE', path)} />}
        </span>
      </td>
    </tr>
  );
}

function Make({ send }: { send: Send }): JSX.Element {
  const { where, universes } = useSession();
  const [name, setName] = useState('');
  const taken = universes.some((one) => one.name === name);
  const fork = async (): Promise<void> => {
    await send('POST', `universes/${encodeURIComponent(where.universe)}/fork`, { name });
    setName('');
  };
  return (
    <form className="row end gap" onSubmit={(event) => { event.preventDefault(); void fork(); }}>
      <Field label="New universe" value={name} mono placeholder="test-1" onChange={setName} />
      <button className="go" disabled={!name || taken}>Fork {where.universe}</button>
      <button type="button" disabled={!name || taken} onClick={() => void send('POST', 'universes', { name }).then(() => setName(''))}>Make it empty</button>
      {taken && <span className="warn">There is one of that name.</span>}
    </form>
  );
}

function Snapshots({ send }: { send: Send }): JSX.Element {
  const { where } = useSession();
  const live = useLive('snapshots', () => get<{ snapshots: { name: string }[] }>(where, 'snapshots'), { every: 5_000 });
  const [name, setName] = useState('');
  const then = (work: Promise<void>): void => void work.then(() => live.reload());
  return (
    <>
      <form className="row end gap" onSubmit={(event) => { event.preventDefault(); then(send('POST', 'snapshots', { name, universe: where.universe })); setName(''); }}>
        <Field label="New snapshot" value={name} mono placeholder="before-the-migration" onChange={setName} /><button disabled={!name}>Keep {where.universe} as it is</button>
      </form>
      {live.data?.snapshots.map((one) => (
        <div key={one.name} className="row">
          <span className="mono">{one.name}</span>
          <Sure label="Restore" question={`Replace ${where.universe} by it?`} onSure={() => then(send('POST', `snapshots/${encodeURIComponent(one.name)}/restore`, { universe: where.universe }))} />
          <button type="button" className="quiet" onClick={() => then(send('POST', 'universes', { name: `${one.name}-copy`, snapshot: one.name }))}>As a new universe</button>
          <Sure label="Delete" question="Delete it?" onSure={() => then(send('DELETE', `snapshots/${encodeURIComponent(one.name)}`))} />
        </div>
      ))}
    </>
  );
}

function OneDifference({ found, names }: { found: TableDifference; names: [string, string] }): JSX.Element {
  const counts = [found.added && `${count(found.added)} more`, found.removed && `${count(found.removed)} fewer`, found.changed && `${count(found.changed)} changed`].filter(Boolean);
  return (
    <details className="block" open={found.items.length > 0 && found.items.length < 6}>
      <summary>
        <b>{found.table}</b> {found.only ? <span className="warn">only in {found.only === 'before' ? names[0] : names[1]}</span> : counts.join(', ')}{found.definition && <span className="warn"> · another definition</span>}{found.isCut && <span className="soft"> · of the first items</span>}
      </summary>
      {found.items.map((one) => (
        <div key={JSON.stringify(one.key)} className="onediff">
          <Link className="mono" to={['tables', found.table, 'items']} with={{ item: JSON.stringify(one.key), universe: one.after ? undefined : names[0] }}>{Object.values(one.key).map(cellText).join(' · ')}</Link>
          <Diff before={one.before ?? {}} after={one.after ?? {}} keys={found.keys} onlyChanges={Boolean(one.before && one.after)} />
        </div>
      ))}
    </details>
  );
}

function Differences({ other }: { other: string }): JSX.Element {
  const { where } = useSession();
  const [state, setState] = useState<{ found: TableDifference[]; done: boolean; error?: Error }>({ found: [], done: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let stopped = false;
    setState({ found: [], done: false });
    differences({ ...where, universe: other }, where, (one) => { if (!stopped) setState((old) => ({ ...old, found: [...old.found, one] })); })
      .then(() => { if (!stopped) setState((old) => ({ ...old, done: true })); })
      .catch((error: Error) => { if (!stopped) setState((old) => ({ ...old, error })); });
    return () => { stopped = true; };
  }, [where, other, turn]);
  return (
    <>
      <div className="row"><p>From <b>{other}</b> to <b>{where.universe}</b>, in {where.region}</p><button type="button" onClick={() => setTurn(turn + 1)}>Again</button></div>
      {state.error && <Failure error={state.error} />}
      {state.found.map((one) => <OneDifference key={one.table} found={one} names={[other, where.universe]} />)}
      {state.done && !state.found.length && <p className="goodtext">They hold the same.</p>}
    </>
  );
}

function UniversesView(): JSX.Element {
  const { where, universes, refresh } = useSession();
  const { params } = usePlace();
  const [error, setError] = useState<Error>();
  const other = params.get('with') ?? '';
  const send: Send = async (method, path, body) => {
    try {
      await admin(where, method, path, body);
      setError(undefined);
    } catch (caught) {
      setError(caught as Error);
    }
    refresh();
  };
  useCommands([{ title: 'Fork this universe', hint: 'universes', run: () => document.querySelector<HTMLInputElement>('.work form input')?.focus() }]);
  if (!universes.length) return <section className="work"><h1>Universes</h1></section>;
  const others = universes.filter((one) => one.name !== where.universe).map((one) => one.name);
  return (
    <section className="work">
      <h1>Universes</h1>
      <div className="sub"><span>Each is a world of its own: tables, clock, faults, journal. Chosen by <code>/u/NAME</code> in the endpoint, a header or the access key.</span></div>
      {error && <Failure error={error} />}
      <div className="tablescroll" tabIndex={0} role="region" aria-label="Universes">
        <table className="plain keep">
          <thead><tr><th scope="col">universe</th><th scope="col">regions</th><th scope="col" className="n">tables</th><th scope="col" className="n">items</th><th scope="col" className="n">size</th><th scope="col">ports</th><th scope="col"><span className="vh">what can be done</span></th></tr></thead>
          <tbody>{universes.map((one) => <Row key={one.name} one={one} isHere={one.name === where.universe} send={send} />)}</tbody>
        </table>
      </div>
      <Make send={send} />
      <h2 className="section">Snapshots</h2>
      <Snapshots send={send} />
      <h2 className="section">What differs</h2>
      {others.length ? <div className="row"><Choose label="Compare with" hideLabel value={other} options={[['', 'choose a universe'], ...others.map((one): [string, string] => [one, one])]} onChange={(name) => setParams({ with: name })} /></div> : <p>There is no other universe to compare with.</p>}
      {other && others.includes(other) && <Differences other={other} />}
    </section>
  );
}

export const universes: View = {
  id: 'universes', title: 'Universes', group: 'Laboratory', Component: UniversesView, badge: (session) => (session.universes.length > 1 ? count(session.universes.length) : undefined),
};
