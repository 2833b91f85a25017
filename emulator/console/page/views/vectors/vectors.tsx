// The vector indexes of a table: their contents, the items nearest to one, and the recall of
// searches.
import { useState } from 'react';
import { get } from '../../api/admin';
import type { VectorState } from '../../api/shapes';
import { ask } from '../../api/client';
import { keyNames } from '../../api/schema';
import { cellText, keyOf } from '../../api/values';
import type { SearchResult, Table, Value, VectorIndex } from '../../api/types';
import { bytes, count } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useWhere } from '../../parts/session';
import { Failure, Field, Link } from '../../parts/basic';
import { useSending } from '../../parts/sending';
import type { TableView } from '../../parts/view';

// Reads "0.1, 2 3" as a vector.
const vectorOf = (text: string): Value[] => text.split(/[\s,[\]]+/).filter((part) => part !== '').map((part) => ({ N: part }));

function Search({ table, index }: { table: Table; index: VectorIndex }): JSX.Element {
  const where = useWhere();
  const [vector, setVector] = useState('');
  const [hash, setHash] = useState('');
  const [found, setFound] = useState<SearchResult[]>();
  const [error, setError] = useState<Error>();
  const needed = index.SearchSchema?.find((element) => element.SearchSchemaElementType === 'HASH');
  const type = table.AttributeDefinitions.find((one) => one.AttributeName === needed?.AttributeName)?.AttributeType ?? 'S';
  const search = async (): Promise<void> => {
    const condition = needed && {
      SearchConditionExpression: '#h = :h',
      ExpressionAttributeNames: { '#h': needed.AttributeName },
      ExpressionAttributeValues: { ':h': { [type]: hash } as unknown as Value },
    };
    try {
      setError(undefined);
      const answer = await ask(where, 'SearchVectors', { TableName: table.TableName, IndexName: index.IndexName, SearchVector: vectorOf(vector), TopK: 10, ...condition });
      setFound(answer.body.SearchResults);
    } catch (caught) {
      setError(caught as Error);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => { event.preventDefault(); void search(); }}>
      <div className="row">
        <Field label="Nearest to" value={vector} mono hint={`${index.Dimensions} numbers`} onChange={setVector} />
        {needed && <Field label={needed.AttributeName} value={hash} mono hint={type} onChange={setHash} />}
        <button>Search</button>
      </div>
      {error && <Failure error={error} />}
      {found?.length === 0 && <p className="soft">Nothing is there.</p>}
      {found && found.length > 0 && (
        <table>
          <thead><tr><th className="n">score</th><th>item</th></tr></thead>
          <tbody>
            {found.map(({ Item: item, Score: score }) => {
              const key = keyOf(item, keyNames(table));
              const text = JSON.stringify(key);
              return (
                <tr key={text}>
                  <td className="n mono">{score}</td>
                  <td><Link className="mono" to={['tables', table.TableName, 'items']} with={{ item: text }}>{Object.values(key).map(cellText).join(' · ')}</Link></td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </form>
  );
}

function OneIndex({ table, index }: { table: Table; index: VectorIndex }): JSX.Element {
  return (
    <article className="block">
      <div className="head"><h2>{index.IndexName}</h2><span className="soft">{index.DistanceFunction.toLowerCase().replace('_', ' ')}</span>{index.IndexStatus !== 'ACTIVE' && <span className="warn">{index.IndexStatus.toLowerCase()}</span>}</div>
      <dl className="facts">
        <dt>vectors</dt><dd><span className="mono">{index.VectorAttribute.AttributeName}</span>, {count(index.Dimensions)} dimensions</dd>
        <dt>searched by</dt><dd className="mono">{index.SearchSchema?.map((one) => `${one.AttributeName} ${one.SearchSchemaElementType}`).join(', ') ?? 'nothing else'}</dd>
        <dt>projects</dt><dd>{index.Projection?.ProjectionType?.toLowerCase().replace('_', ' ')} <span className="mono">{index.Projection?.NonKeyAttributes?.join(', ')}</span></dd>
        <dt>holds</dt><dd>{count(index.ItemCount)} of {count(table.ItemCount ?? 0)} items, {bytes(index.IndexSizeBytes)}</dd>
      </dl>
      {index.IndexStatus === 'ACTIVE' && <Search table={table} index={index} />}
    </article>
  );
}

function Recall(): JSX.Element {
  const where = useWhere();
  const live = useLive(where.universe, () => get<VectorState>(where, 'vectors'));
  const { send, error } = useSending(live.reload);
  const [recall, setRecall] = useState('');
  const state = live.data;
  return (
    <article className="block">
      <h2>Recall</h2>
      <p>{state === undefined || state.recall === 1 ? 'Searches find everything. On AWS they need not.' : `Searches find ${state.recall * 100} % of what they should.`}</p>
      <form className="row" onSubmit={(event) => { event.preventDefault(); void send('PUT', 'vectors', { recall: Number(recall) }); }}>
        <Field label="Share that is found" value={recall} mono hint="0.95; 1 finds all" onChange={setRecall} />
        <button>Set the recall</button>
      </form>
      {(error ?? live.error) && <Failure error={(error ?? live.error)!} />}
    </article>
  );
}

function Vectors({ table }: { table: Table }): JSX.Element {
  const all = table.VectorIndexes ?? [];
  return (
    <section className="work">
      {all.map((index) => <OneIndex key={index.IndexName} table={table} index={index} />)}
      {all.length === 0 && <div className="empty">{table.TableName} has no vector indexes. UpdateTable adds one.</div>}
      {all.length > 0 && <Recall />}
    </section>
  );
}

export const vectors: TableView = { id: 'vectors', title: 'Vectors', Component: Vectors };
