// The resource-based policies of a table and of its stream: shows them, and changes them on the
// condition that they have not been changed in the meantime.
import { useState } from 'react';
import { ApiError, call } from '../../api/client';
import type { Where } from '../../base/place';
import type { Table } from '../../api/types';
import { useLive } from '../../base/hooks';
import { useWhere } from '../../parts/session';
import { Failure, Link, Sure } from '../../parts/basic';
import { useDecisions } from '../../parts/judging';
import { LineDiff } from '../../parts/lines';
import { useAttempt } from '../../parts/sending';
import type { TableView } from '../../parts/view';

interface Kept { text: string; revision: string }

const NONE: Kept = { text: '', revision: 'NO_POLICY' };
const EVERY_MS = 3_000;

async function load(where: Where, arn: string): Promise<Kept> {
  try {
    const { Policy: policy, RevisionId: revision } = await call(where, 'GetResourcePolicy', { ResourceArn: arn });
    return { text: JSON.stringify(JSON.parse(policy), null, 2), revision };
  } catch (error) {
    if (error instanceof ApiError && error.type === 'PolicyNotFoundException') return NONE;
    throw error;
  }
}

const statement = (effect: string, principal: object | string, actions: string[], arn: string): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: effect, Principal: principal, Action: actions.map((one) => `dynamodb:${one}`), Resource: arn }] }, null, 2);

// The initial text of a new policy.
function examples(arn: string, isStream: boolean): [string, string][] {
  const other = { AWS: '111122223333' };
  if (isStream) return [['another account reads it', statement('Allow', other, ['DescribeStream', 'GetRecords', 'GetShardIterator'], arn)]];
  return [['another account reads', statement('Allow', other, ['GetItem', 'Query', 'Scan'], arn)], ['nobody deletes items', statement('Deny', '*', ['DeleteItem'], arn)]];
}

function OnePolicy({ arn, title, isStream }: { arn: string; title: string; isStream: boolean }): JSX.Element {
  const where = useWhere();
  const live = useLive(`${where.universe}/${arn}`, () => load(where, arn), { every: EVERY_MS, steady: true });
  const [edit, setEdit] = useState<{ text: string; from: Kept }>(); // the policy at the start of the edit, which a save replaces
  const { attempt, error, forget } = useAttempt();
  const kept = live.data;
  if (!kept) return <>{live.error && <Failure error={live.error} />}</>;
  const from = edit?.from ?? kept;
  const text = edit?.text ?? kept.text;
  const isChanged = edit !== undefined && text !== from.text;
  const change = (typed: string): void => setEdit({ text: typed, from });
  // A rejected change may have met another user's change, so the difference is then relative to the
  // stored policy.
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    const isDone = await attempt(work);
    const now = await load(where, arn).catch(() => from);
    await live.reload();
    setEdit((typed) => typed && (isDone && typed.text === text ? undefined : { text: typed.text, from: now }));
  };
  const save = (): void => void send(() => call(where, 'PutResourcePolicy', { ResourceArn: arn, Policy: text, ExpectedRevisionId: from.revision }));
  const remove = (): void => void send(() => call(where, 'DeleteResourcePolicy', { ResourceArn: arn, ExpectedRevisionId: from.revision }));
  return (
    <article className="block">
      <div className="head"><h2>{title}</h2><span className="soft mono">{arn}</span></div>
      {!kept.text && <p>It has no policy.</p>}
      {!text && <div className="row choices">{examples(arn, isStream).map(([name, policy]) => <button key={name} type="button" onClick={() => change(policy)}>{name}</button>)}</div>}
      <form className="stack narrow" onSubmit={(event) => { event.preventDefault(); save(); }} onKeyDown={(event) => { if (event.ctrlKey && event.key === 'Enter' && isChanged) save(); }}>
        <textarea aria-label={`Policy of ${title}`} rows={Math.min(30, text.split('\n').length + 1)} value={text} spellCheck={false} onChange={(event) => change(event.target.value)} />
        {isChanged && <LineDiff before={from.text} after={text} />}
        {isChanged && kept.revision !== from.revision && <p className="warn">Somebody else has changed it meanwhile.</p>}
        {error && <Failure error={error} onClose={forget} />}
        <div className="row">
          <button className="go" disabled={!isChanged || !text.trim()}>Save if unchanged <kbd>Ctrl Enter</kbd></button>
          {isChanged && <button type="button" onClick={() => { setEdit(undefined); forget(); }}>Put back</button>}
          {kept.text && !isChanged && <Sure label="Delete" question="Delete the policy?" onSure={remove} />}
          {kept.text && <span className="faint">revision {kept.revision}</span>}
        </div>
      </form>
    </article>
  );
}

function Policies({ table }: { table: Table }): JSX.Element {
  const judged = useDecisions('limit=0').data?.mode;
  return (
    <section className="work">
      {judged === 'off' && <p className="note">Policies are kept and checked here, and refuse nothing: Stator runs without <code>--auth iam</code>. <Link to={['permissions']}>Permissions</Link></p>}
      {judged && judged !== 'off' && <p className="note">What they refuse stands in <Link to={['permissions']} with={{ refused: 'on' }}>Permissions</Link>.</p>}
      <OnePolicy key={table.TableArn} arn={table.TableArn} title="the table" isStream={false} />
      {table.StreamSpecification?.StreamEnabled && table.LatestStreamArn && <OnePolicy key={table.LatestStreamArn} arn={table.LatestStreamArn} title="its stream" isStream />}
    </section>
  );
}

export const policies: TableView = { id: 'policy', title: 'Policy', Component: Policies };
