// The cost and size of the reply, and the lag of the replica that was read.
import type { ReactNode } from 'react';
import { copiesOf, get } from '../../api/admin';
import type { Consistency } from '../../api/shapes';
import { isLocal } from '../../api/schema';
import type { Table } from '../../api/types';
import { count, milliseconds, units } from '../../base/format';
import { useIsSlow, useLive } from '../../base/hooks';
import { useWhere } from '../../parts/session';
import type { Answers } from './answers';

interface Props { table: Table; index: string; consistent: boolean; answers: Answers; children: ReactNode }

// The lag that an eventually consistent read may have had; undefined if it had none.
function useLag(table: Table, index: string, consistent: boolean, pages: number): { ms: number; missing: number } | undefined {
  const where = useWhere();
  const source = index && !isLocal(table, index) ? index : '';
  // Loaded only after the reply, which must not be delayed.
  const live = useLive(`${where.universe}/${table.TableName}/${source}/${pages}`, () => get<Consistency>(where, 'consistency'), { paused: pages === 0 });
  const found = live.data?.sources.find((one) => one.table === table.TableName && (one.index ?? '') === source);
  if (consistent || !found || found.mode === 'latest') return undefined;
  const copies = copiesOf(found);
  const ms = Math.max(...copies.map((one) => one.lagMs), 0);
  const missing = Math.max(...copies.map((one) => one.missing), 0);
  return ms || missing ? { ms, missing } : undefined;
}

export function Bill({ table, index, consistent, answers, children }: Props): JSX.Element {
  const { answer, busy } = answers;
  const slow = useIsSlow(busy);
  const lag = useLag(table, index, consistent, answer?.pages ?? 0);
  return (
    <div className="bill">
      {answer && (
        <>
          <span><b>{count(answer.items.length)}</b>{answer.scanned !== answer.items.length && <> of {count(answer.scanned)}</>} read</span>
          <span><b>{units(answer.units)}</b> {answer.isWrite ? 'WCU' : 'RCU'}{answer.isWrite ? '' : consistent ? ', consistent' : ', eventual'}</span>
          <span><b>{milliseconds(answer.ms)}</b>{answer.pages > 1 && ` in ${answer.pages} pages`}</span>
        </>
      )}
      {lag && <span className="warn">this {index ? 'index' : 'copy'} is <b>{milliseconds(lag.ms)}</b> behind{lag.missing ? `: ${count(lag.missing)} newer writes not shown` : ''}</span>}
      {slow ? <button type="button" onClick={answers.stop}>Stop</button> : answer?.next && (
        <span className="row">
          <button type="button" onClick={answers.more}>More <kbd>m</kbd></button>
          <button type="button" onClick={answers.all}>All</button>
        </span>
      )}
      <span className="grow" />
      {children}
    </div>
  );
}
