// Universes: fork, reset, save, restore, and the differences between two of them.
import { useEffect, useState } from 'react';
import { admin, get } from '../../api/admin';
import type { ItemDifference, Snapshots as SnapshotList, Universe } from '../../api/shapes';
import type { Item } from '../../api/types';
import { cellText } from '../../api/values';
import { bytes, count, plural } from '../../base/format';
import { useCommands } from '../../base/commands';
import { useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, Failure, Field, Link, Sure } from '../../parts/basic';
import { Diff } from '../../parts/diff';
import { SHOWN, differences } from './differences';
import type { ComparedTable, Differences as DifferencesFound } from './differences';
import type { View } from '../../parts/view';

type Send = (method: 'POST' | 'DELETE', path: string, body?: object) => Promise<void>;

// The ports at which every request belongs to a universe, for applications whose endpoint cannot
// contain a path.
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
  const live = useLive('snapshots', () => get<SnapshotList>(where, 'snapshots'), { every: 5_000 });
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

// The two sides of a difference as items: complete ones, or only the paths that differ.
function sides(one: ItemDifference): [Item, Item] {
  if (one.what === 'added') return [{}, one.item ?? {}];
  if (one.what === 'removed') return [one.item ?? {}, {}];
  const [old, now]: [Item, Item] = [{}, {}];
  for (const { path, before, after } of one.paths ?? []) {
    if (before) old[path] = before;
    if (after) now[path] = after;
  }
  return [old, now];
}

function OneDifference({ found, names, region }: { found: ComparedTable; names: [string, string]; region: string }): JSX.Element {
  const counts = [found.added && `${count(found.added)} more`, found.removed && `${count(found.removed)} fewer`, found.changed && `${count(found.changed)} changed`].filter(Boolean);
  const marks = [found.in === 'a' && `only in ${names[0]}`, found.in === 'b' && `only in ${names[1]}`, found.otherKeys && 'other keys', found.definition && 'another definition'].filter(Boolean);
  return (
    <details className="block" open={found.items.length > 0 && found.items.length < 6}>
      <summary>
        <b>{found.table}</b>{found.region !== region && <span className="soft"> · {found.region}</span>} {found.in === 'both' && counts.join(', ')} <span className="warn">{marks.join(' · ')}</span>
      </summary>
      {found.items.map((one) => {
        const key = Object.fromEntries([...found.keys, ...Object.keys(one.key)].map((name) => [name, one.key[name]!]));
        const [before, after] = sides(one);
        return (
          <div key={JSON.stringify(key)} className="onediff">
            <Link className="mono" to={['tables', found.table, 'items']} with={{ item: JSON.stringify(key), region: found.region, universe: names[one.what === 'removed' ? 0 : 1] }}>{Object.values(key).map(cellText).join(' · ')}</Link>
            <Diff before={before} after={after} keys={found.keys} />
          </div>
        );
      })}
    </details>
  );
}

function Differences({ other }: { other: string }): JSX.Element {
  const { where, universes } = useSession();
  const [found, setFound] = useState<DifferencesFound>();
  const [error, setError] = useState<Error>();
  const [turn, setTurn] = useState(0);
  const regions = [...new Set(universes.filter((one) => one.name === other || one.name === where.universe).flatMap((one) => one.regions))].sort().join();
  useEffect(() => {
    let stopped = false;
    setFound(undefined);
    setError(undefined);
    differences({ ...where, universe: other }, where, regions.split(',').filter(Boolean))
      .then((answer) => { if (!stopped) setFound(answer); })
      .catch((caught: Error) => { if (!stopped) setError(caught); });
    return () => { stopped = true; };
  }, [where, other, regions, turn]);
  return (
    <>
      <div className="row"><p>From <b>{other}</b> to <b>{where.universe}</b></p><button type="button" onClick={() => setTurn(turn + 1)}>Again</button></div>
      {error && <Failure error={error} />}
      {found?.tables.map((one) => <OneDifference key={`${one.region}/${one.table}`} found={one} names={[other, where.universe]} region={where.region} />)}
      {found?.isCut && <p className="soft">More items differ; these are the first {count(SHOWN)}.</p>}
      {found && !found.tables.length && <p className="goodtext">They hold the same.</p>}
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
