// Warns that stream faults are enabled, in views that show a stream.
import { get } from '../api/admin';
import type { StreamState } from '../api/shapes';
import { useLive } from '../base/hooks';
import { useWhere } from './session';
import { Link } from './basic';
import { lagText, lagWords } from './lag';

export function AdverseNote(): JSX.Element | null {
  const where = useWhere();
  const { data } = useLive(where.universe, () => get<StreamState>(where, 'streams'), { every: 3_000 });
  if (!data) return null;
  const said = [
    lagText(data.lag) !== '0' && `records come later by ${lagWords(data.lag)}`, data.emptyPages > 0 && `${Math.round(data.emptyPages * 100)} % of pages are empty`,
    data.pageRecords > 0 && `pages have at most ${data.pageRecords} records`, data.shardRecords > 0 && `shards end after about ${data.shardRecords} records`,
    data.listedShards > 0 && `${data.listedShards} shards are listed at once`, lagText(data.iteratorAge) !== '0' && `iterators are older by ${lagWords(data.iteratorAge)}`,
  ].filter(Boolean);
  return said.length ? <p className="note warn">Streams are harder to read than usual: {said.join(', ')}. <Link to={['faults']}>Change it</Link></p> : null;
}
