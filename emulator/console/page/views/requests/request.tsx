// One complete request: its parameters, its capacity, its plan, and the reason if it failed.
import { Fragment, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { allTableNames } from '../../api/client';
import { get } from '../../api/admin';
import type { Faults, RequestRecord, SourceUse } from '../../api/shapes';
import { effectOf, makesAnswer } from '../../api/faults';
import { CHECKS, ruleOf, suspects } from '../../api/rules';
import { snippet } from '../../api/snippets';
import { clockTime, count, milliseconds, time, units } from '../../base/format';
import { useLive } from '../../base/hooks';
import { open, setParams } from '../../base/place';
import type { Where } from '../../base/place';
import { useSession } from '../../parts/session';
import { CopyAs, Link, RuleLink } from '../../parts/basic';
import { Explanation } from '../../parts/explanation';
import { Panel } from '../../parts/panel';
import { tablesOf } from './journal';

// JSON with the words marked that an error refers to.
export function Marked({ json, words }: { json: unknown; words: string[] }): JSX.Element {
  const text = JSON.stringify(json, null, 2);
  const found = words.filter((word) => text.includes(word)).sort((a, b) => b.length - a.length);
  if (!found.length) return <pre tabIndex={0}>{text}</pre>;
  const pattern = new RegExp(`(${found.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  const parts: ReactNode[] = text.split(pattern).map((part, i) => (found.includes(part) ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>));
  return <pre tabIndex={0}>{parts}</pre>;
}

// How DynamoDB accessed the items.
function planOf(record: RequestRecord, use: SourceUse): string {
  const target = use.index ? `index ${use.index} of ${use.table}` : use.table;
  const text = (name: string): string | undefined => record.request?.[name] as string | undefined;
  switch (record.operation) {
    case 'Query': return `one partition key of ${target}${text('KeyConditionExpression')?.includes(' AND ') ? ', a range of sort keys' : ''}`;
    case 'Scan': return `every item of ${target}, partition by partition`;
    case 'ExecuteStatement': return use.scanned > use.returned + 1 ? `a scan of ${target}: the WHERE names no partition key` : `by key, from ${target}`;
    case 'GetItem': case 'BatchGetItem': case 'TransactGetItems': return `by key, from ${target}`;
    default: return use.index ? `kept in step: ${target}` : `by key, in ${target}`;
  }
}

function Uses({ record }: { record: RequestRecord }): JSX.Element | null {
  if (!record.uses.length) return null;
  return (
    <table className="plain">
      <thead><tr><th scope="col">plan</th><th scope="col" className="n">read</th><th scope="col" className="n">kept</th><th scope="col" className="n">RCU</th><th scope="col" className="n">WCU</th></tr></thead>
      <tbody>
        {record.uses.map((use) => (
          <tr key={`${use.table}.${use.index}`}>
            <td>{planOf(record, use)}{use.hasMore && <span className="warn"> · there is more</span>}</td>
            <td className="n">{count(use.scanned)}</td><td className="n">{count(use.returned)}</td><td className="n">{units(use.readUnits)}</td><td className="n">{units(use.writeUnits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Possible improvements, as far as they follow from one request.
function advice(record: RequestRecord): string[] {
  const found: string[] = [];
  for (const use of record.uses) {
    if (record.operation === 'Scan') found.push(`This reads all of ${use.table}. A Query on an index by what the filter names would read only what it returns.`);
    else if (use.hasFilter && use.scanned > 9 && use.returned * 10 < use.scanned) {
      found.push(`The filter threw away ${count(use.scanned - use.returned)} of ${count(use.scanned)} items, which were paid for. Put what it names into a key.`);
    }
    if (use.hasMore) found.push('The reply has a LastEvaluatedKey: there are more items, which the next request must ask for.');
  }
  if (record.unprocessed) found.push(`${count(record.unprocessed)} of the batch came back unprocessed and must be sent again.`);
  return found;
}

interface Elsewhere { universe: string; region: string }

// Other universes and regions that have a table with this name.
async function findElsewhere(table: string, where: Where, all: { name: string; regions: string[] }[]): Promise<Elsewhere[]> {
  const found: Elsewhere[] = [];
  for (const { name, regions } of all) {
    for (const region of regions) {
      const names = await allTableNames({ universe: name, region }).catch((): string[] => []);
      if (names.includes(table) && (name !== where.universe || region !== where.region)) found.push({ universe: name, region });
    }
  }
  return found;
}

function OtherPlaces({ record }: { record: RequestRecord }): JSX.Element | null {
  const { where, universes } = useSession();
  const [found, setFound] = useState<Elsewhere[]>([]);
  const table = (record.request?.['TableName'] ?? record.uses[0]?.table) as string | undefined;
  const isLost = record.error === 'ResourceNotFoundException' && table !== undefined;
  const places = universes.map((one) => one.name + one.regions.join()).join();
  useEffect(() => {
    let stopped = false;
    if (isLost) void findElsewhere(table, { ...where, region: '' }, universes).then((all) => { if (!stopped) setFound(all); });
    return () => { stopped = true; };
  }, [isLost, table, where, places]);
  if (!found.length) return null;
  return (
    <p className="warn">
      There is a table {table}: {found.map(({ universe, region }, i) => (
        <Fragment key={universe + region}>{i > 0 && ', '}<Link to={['tables', table!]} with={{ universe, region }}>universe {universe}, region {region}</Link></Fragment>
      ))}. The request was signed for another region, or made in another universe.
    </p>
  );
}

// The fault rules that applied to the request. If one of them determined the reply, DynamoDB's own
// checks did not.
function MetFaults({ record }: { record: RequestRecord }): JSX.Element | null {
  const { where } = useSession();
  const known = useLive(`${where.universe}/${record.faults.join()}`, () => get<Faults>(where, 'faults'), { paused: record.faults.length === 0 });
  if (!record.faults.length) return null;
  return (
    <>
      {record.faults.map((name) => {
        const rule = known.data?.rules.find((one) => one.name === name);
        const gave = rule && record.error && makesAnswer(rule);
        return (
          <p key={name} className="note warn">
            {gave ? 'This answer was given by the fault rule ' : 'Met by the fault rule '}<Link to={['faults']} with={{ rule: name }}>{name}</Link>{rule && <>: <span className="mono">{effectOf(rule)}</span></>}
            {known.data && !rule && ', which is gone by now'}
          </p>
        );
      })}
    </>
  );
}

function Why({ record }: { record: RequestRecord }): JSX.Element | null {
  if (!record.error) return null;
  const message = String(record.reply?.['message'] ?? record.reply?.['Message'] ?? '');
  const rule = ruleOf(record.error, message);
  return (
    <div className="failure">
      <div><b>{record.error}</b> <span className="mono">{message}</span></div>
      {rule && <p>{rule.why} {rule.fix} <RuleLink rule={rule} /></p>}
      {record.hint && <p className="warn">{record.hint}</p>}
      <OtherPlaces record={record} />
      {rule && (
        <details><summary>The order in which DynamoDB checks</summary>
          <ol className="checks">{CHECKS.map((check, i) => <li key={check} className={i === rule.order ? 'badtext' : i < rule.order ? 'goodtext' : 'faint'}>{check}</li>)}</ol>
        </details>
      )}
    </div>
  );
}

function openStatement(record: RequestRecord): (() => void) | undefined {
  const { request } = record;
  const table = request?.['TableName'] as string | undefined;
  if (record.operation === 'ExecuteStatement' && record.uses[0]) {
    return () => open(`/_stator/console/tables/${record.uses[0]!.table}/items?statement=${encodeURIComponent(String(request?.['Statement']))}`);
  }
  if (!table || !/^(GetItem|PutItem|UpdateItem|DeleteItem)$/.test(record.operation)) return undefined;
  const key = request?.['Key'];
  return key ? () => open(`/_stator/console/tables/${table}/items?item=${encodeURIComponent(JSON.stringify(key))}`) : undefined;
}

export function RequestPanel({ record }: { record: RequestRecord }): JSX.Element {
  const { where } = useSession();
  const message = String(record.reply?.['message'] ?? record.reply?.['Message'] ?? '');
  const words = record.error ? suspects(message) : [];
  const toItem = openStatement(record);
  return (
    <Panel title={`${record.operation} ${tablesOf(record)}`} onClose={() => setParams({ seq: null })}>
      <div className="row">
        <span className={record.error ? 'badtext num' : 'goodtext num'}>{record.status}</span><span className="soft num">{milliseconds(record.latencyMicroseconds / 1000)}</span>
        <span className="soft num" title={time(record.timeMs)}>{clockTime(record.timeMs)}</span><span className="grow" />
        {toItem && <button type="button" onClick={toItem}>To the item</button>}
        {record.request && <CopyAs text={(language) => snippet(language, record.operation, record.request!, where)} more={[['the request', () => JSON.stringify(record.request, null, 2)], ['the reply', () => JSON.stringify(record.reply, null, 2)]]} />}
      </div>
      <Why record={record} />
      <MetFaults record={record} />
      {record.decision !== undefined && <Explanation key={record.decision} number={record.decision} />}
      <Uses record={record} />
      {advice(record).map((sentence) => <p key={sentence} className="note warn">{sentence}</p>)}
      {record.request ? <><h3>Request</h3><Marked json={record.request} words={words} /></> : <p>Bodies are not kept: choose “bodies: full” above the list.</p>}
      {record.reply && <><h3>Reply</h3><Marked json={record.reply} words={[]} /></>}
      <p className="faint">Connection {record.connection}, access key {record.accessKey}, number {record.sequence}</p>
    </Panel>
  );
}
