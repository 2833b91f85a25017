// Partitions: of one table and its indexes in a tab, of all tables as a separate view.
import { useMemo, useState } from 'react';
import { admin, get } from '../../api/admin';
import type { Heat, Partition, PartitionHeat, Partitions } from '../../api/shapes';
import type { Table } from '../../api/types';
import { bytes, count, plural, units } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Failure, Link } from '../../parts/basic';
import { Ring, heatOf } from '../../parts/ring';
import { useSending } from '../../parts/sending';
import { Splits } from '../../parts/splits';
import type { TableView, View } from '../../parts/view';

interface Source { table: string; index: string; partitions: Partition[]; heat: PartitionHeat[] }

function useSources(table?: string): { sources: Source[]; error?: Error; heat?: Heat; reload: () => Promise<unknown> } {
  const { where } = useSession();
  const query = table ? `?table=${encodeURIComponent(table)}` : '';
  const key = `${where.universe}/${query}`;
  const partitions = useLive(key, () => get<Partitions>(where, `partitions${query}`), { every: 2_000 });
  const heat = useLive(key, () => get<Heat>(where, `heat${query}`), { every: 2_000 });
  const sources = useMemo(() => {
    const found = new Map<string, Source>();
    for (const one of partitions.data?.partitions ?? []) {
      if (one.region !== where.region) continue;
      const id = `${one.table}.${one.index ?? ''}`;
      const source = found.get(id) ?? { table: one.table, index: one.index ?? '', partitions: [], heat: heat.data?.sources.find((s) => s.table === one.table && (s.index ?? '') === (one.index ?? ''))?.partitions ?? [] };
      source.partitions.push(one);
      found.set(id, source);
    }
    return [...found.values()];
  }, [partitions.data, heat.data, where.region]);
  return { sources, error: partitions.error, heat: heat.data, reload: () => Promise.all([partitions.reload(), heat.reload()]) };
}

// Returns "0000… to 3fff…": the first of sixteen digits are precise enough.
const rangeText = (one: Partition): string => `${one.firstHash.slice(0, 6)} … ${one.lastHash.slice(0, 6)}`;

function PartitionTable({ source, selected, onSelect }: { source: Source; selected: number | undefined; onSelect: (partition: number) => void }): JSX.Element {
  return (
    <table className="plain">
      <thead><tr><th scope="col">partition</th><th scope="col">hashes</th><th scope="col" className="n">items</th><th scope="col" className="n">size</th><th scope="col" className="n">units/s</th><th scope="col">throttled</th><th scope="col">what lies there</th></tr></thead>
      <tbody>
        {source.partitions.map((one) => {
          const heat = source.heat.find((h) => h.partition === one.partition);
          return (
            <tr key={one.partition} className={one.partition === selected ? 'sel' : undefined} onClick={() => onSelect(one.partition)}>
              <td>{one.partition}</td><td className="soft">{rangeText(one)}</td><td className="n">{count(one.items)}</td><td className="n">{bytes(one.bytes)}</td>
              <td className="n">{units(heatOf(source.heat, one.partition))}</td><td className={heat?.throttled ? 'badtext' : 'faint'}>{heat?.throttled ? count(heat.throttled) : '–'}</td>
              <td className="wraps">{one.keys.map((key, i) => <span key={key}>{i > 0 && ', '}{source.index ? key : <Link to={['tables', source.table, 'items']} with={{ pk: JSON.stringify(key) }}>{key}</Link>}</span>)}{one.keys.length === 8 && ' …'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function OneSource({ source, wide, onSplit }: { source: Source; wide: boolean; onSplit: () => Promise<unknown> }): JSX.Element {
  const [selected, setSelected] = useState<number>();
  const name = source.index ? `${source.table}.${source.index}` : source.table;
  const items = source.partitions.reduce((sum, one) => sum + one.items, 0);
  const ring = <Ring partitions={source.partitions} heat={source.heat} selected={selected} onSelect={setSelected} label={`${name}: ${plural(source.partitions.length, 'partition')}, ${plural(items, 'item')}`} />;
  if (!wide) return <figure className="small">{ring}<figcaption><Link to={['tables', source.table, 'partitions']}>{name}</Link><span className="soft num">{plural(items, 'item')}</span></figcaption></figure>;
  return <article className="block partitionblock">{ring}<div className="grow"><h2>{name}</h2><div className="tablescroll" tabIndex={0} role="region" aria-label={`Partitions of ${name}`}><PartitionTable source={source} selected={selected} onSelect={setSelected} /></div><SplitForm source={source} onDone={onSplit} /></div></article>;
}

// Partitions split automatically while they are hot; users may also split them here.
function SplitForm({ source, onDone }: { source: Source; onDone: () => Promise<unknown> }): JSX.Element {
  const { where } = useSession();
  const { send, error } = useSending(onDone);
  const [wanted, setWanted] = useState('');
  const split = (): void => {
    setWanted('');
    void send('POST', 'partitions/split', { table: source.table, ...(source.index ? { index: source.index } : {}), region: where.region, partitions: Number(wanted) });
  };
  return (
    <form className="row gap" onSubmit={(event) => { event.preventDefault(); split(); }}>
      {error && <Failure error={error} />}
      <label className="check">Split into <input inputMode="numeric" size={4} value={wanted} placeholder={String(source.partitions.length * 2)} onChange={(event) => setWanted(event.target.value.replace(/\D/g, ''))} /> partitions</label>
      <button disabled={Number(wanted) <= source.partitions.length}>Split</button>
    </form>
  );
}

function Measure({ heat, onDone }: { heat: Heat | undefined; onDone: () => Promise<unknown> }): JSX.Element | null {
  const { where } = useSession();
  if (!heat || heat.heat) return null;
  return <div className="row gap"><span className="soft">Heat is not measured.</span><button type="button" onClick={() => void admin(where, 'PUT', 'throughput', { heat: true }).then(onDone)}>Measure it</button></div>;
}

function OfTable({ table }: { table: Table }): JSX.Element {
  const { sources, error, heat, reload } = useSources(table.TableName);
  return (
    <section className="work">
      {error && <Failure error={error} />}
      <Measure heat={heat} onDone={reload} />
      {sources.map((source) => <OneSource key={source.index} source={source} wide onSplit={reload} />)}
      <p>The ring is all hashes of partition keys, from the top and clockwise. An arc is a partition’s range; how far it is filled is its share of items, the rim its heat. Hot partitions split.</p>
      <h2 className="section">Splits</h2>
      <Splits partitions={sources.flatMap((one) => one.partitions)} />
    </section>
  );
}

function OfAll(): JSX.Element {
  const { sources, error, heat, reload } = useSources();
  const total = sources.reduce((sum, one) => sum + one.partitions.length, 0);
  return (
    <section className="work">
      <h1>Partitions</h1>
      <div className="sub"><span>{plural(total, 'partition')} of {plural(sources.length, 'table or index', 'tables and indexes')}</span></div>
      {error && <Failure error={error} />}
      <Measure heat={heat} onDone={reload} />
      <div className="rings">{sources.map((source) => <OneSource key={`${source.table}.${source.index}`} source={source} wide={false} onSplit={reload} />)}</div>
      <h2 className="section">Splits</h2>
      <Splits partitions={sources.flatMap((one) => one.partitions)} />
    </section>
  );
}

export const tablePartitions: TableView = { id: 'partitions', title: 'Partitions', Component: OfTable };
export const partitions: View = { id: 'partitions', title: 'Partitions', group: 'Inside', Component: OfAll };
