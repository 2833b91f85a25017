// The indexes of a table: their contents, and the items that are not in them, with the reason.
import { useState } from 'react';
import { readAll } from '../../api/bulk';
import { copiesOf, get } from '../../api/admin';
import type { Consistency } from '../../api/shapes';
import { describeKeys, indexesOf, isLocal, keyNames, typeOfKey } from '../../api/schema';
import { cellText, keyOf, typeOf } from '../../api/values';
import type { Index, Item, Table } from '../../api/types';
import { bytes, count, milliseconds, plural } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useWhere } from '../../parts/session';
import { Failure, Link } from '../../parts/basic';
import type { TableView } from '../../parts/view';

const EXAMPLES = 20;

interface Absent { read: number; absent: number; reasons: Map<string, { count: number; examples: Item[] }>; isWhole: boolean }

// Returns why an item has no entry; undefined if it has one.
function reason(table: Table, index: Index, item: Item): string | undefined {
  for (const name of keyNames(table, index.IndexName)) {
    const value = item[name];
    const type = typeOfKey(table, name);
    if (!value) return `they have no ${name}`;
    if (typeOf(value) !== type) return `their ${name} is of type ${typeOf(value)}, not ${type}`;
    if (cellText(value) === '' && type !== 'N') return `their ${name} is empty`;
  }
  return undefined;
}

function AbsentItems({ table, index }: { table: Table; index: Index }): JSX.Element {
  const where = useWhere();
  const [found, setFound] = useState<Absent>();
  const [error, setError] = useState<Error>();
  const look = async (): Promise<void> => {
    const seen: Absent = { read: 0, absent: 0, reasons: new Map(), isWhole: false };
    setError(undefined);
    try {
      await readAll(where, table.TableName, (items) => {
        for (const item of items) {
          seen.read++;
          const why = reason(table, index, item);
          if (!why) continue;
          seen.absent++;
          const one = seen.reasons.get(why) ?? { count: 0, examples: [] };
          one.count++;
          if (one.examples.length < EXAMPLES) one.examples.push(keyOf(item, keyNames(table)));
          seen.reasons.set(why, one);
        }
        setFound({ ...seen });
        return true;
      }, [...new Set([...keyNames(table), ...keyNames(table, index.IndexName)])]);
      setFound({ ...seen, isWhole: true });
    } catch (caught) {
      setError(caught as Error);
    }
  };
  return (
    <div className="stack">
      <div className="row"><button type="button" onClick={() => void look()}>What is not in it?</button>{found && <span className="soft num">{plural(found.absent, 'item')} of {count(found.read)}{found.isWhole ? '' : ' so far'}</span>}</div>
      {error && <Failure error={error} />}
      {found && [...found.reasons].map(([why, { count: n, examples }]) => (
        <div key={why}>
          <p>{plural(n, 'item is', 'items are')} not in it, because {why}{n > examples.length ? '. The first' : ''}:</p>
          <div className="row keys">
            {examples.map((key) => <Link key={JSON.stringify(key)} className="mono" to={['tables', table.TableName, 'items']} with={{ item: JSON.stringify(key) }}>{Object.values(key).map(cellText).join(' · ')}</Link>)}
          </div>
        </div>
      ))}
      {found?.isWhole && found.absent === 0 && <p className="goodtext">Every item is in it.</p>}
    </div>
  );
}

function OneIndex({ table, index, consistency }: { table: Table; index: Index; consistency: Consistency | undefined }): JSX.Element {
  const local = isLocal(table, index.IndexName);
  const source = consistency?.sources.find((one) => one.table === table.TableName && one.index === index.IndexName);
  const lag = source && source.mode !== 'latest' ? Math.max(0, ...copiesOf(source).map((one) => one.lagMs)) : 0;
  return (
    <article className="block">
      <div className="head"><h2>{index.IndexName}</h2><span className="soft">{local ? 'local' : 'global'}</span>{index.IndexStatus && index.IndexStatus !== 'ACTIVE' && <span className="warn">{index.IndexStatus.toLowerCase()}</span>}
        <span className="grow" /><Link to={['tables', table.TableName, 'items']} with={{ index: index.IndexName }}>Its items</Link></div>
      <dl className="facts">
        <dt>keys</dt><dd className="mono">{describeKeys(table, index.IndexName)}</dd>
        <dt>projects</dt><dd>{index.Projection?.ProjectionType?.toLowerCase().replace('_', ' ')} <span className="mono">{index.Projection?.NonKeyAttributes?.join(', ')}</span></dd>
        <dt>entries</dt><dd>{count(index.ItemCount ?? 0)} of {plural(table.ItemCount ?? 0, 'item')}, {bytes(index.IndexSizeBytes ?? 0)}</dd>
        {!local && <><dt>behind</dt><dd className={lag ? 'warn' : undefined}>{lag ? milliseconds(lag) : 'not at all'}</dd></>}
      </dl>
      <AbsentItems table={table} index={index} />
    </article>
  );
}

function Indexes({ table }: { table: Table }): JSX.Element {
  const where = useWhere();
  const consistency = useLive(where.universe, () => get<Consistency>(where, 'consistency'), { every: 2_000 });
  const all = indexesOf(table);
  return (
    <section className="work">
      {all.map((index) => <OneIndex key={index.IndexName} table={table} index={index} consistency={consistency.data} />)}
      {all.length === 0 && <div className="empty">{table.TableName} has no indexes. UpdateTable adds a global one; a local one must be there from the start.</div>}
    </section>
  );
}

export const indexes: TableView = { id: 'indexes', title: 'Indexes', Component: Indexes };
