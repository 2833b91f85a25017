// All streams of the region, with their shards.
import { call, each } from '../../api/client';
import { describeStream } from '../../api/streams';
import type { StreamDescription } from '../../api/streams';
import type { Where } from '../../base/place';
import { plural, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Failure, Link } from '../../parts/basic';
import { AdverseNote } from '../../parts/adverse';
import { Lineage } from '../../parts/lineage';
import type { View } from '../../parts/view';

async function load(where: Where): Promise<StreamDescription[]> {
  const arns: string[] = [];
  let start: string | undefined;
  do {
    const page = await call(where, 'ListStreams', start ? { ExclusiveStartStreamArn: start } : {});
    arns.push(...page.Streams.map((one) => one.StreamArn));
    start = (page as { LastEvaluatedStreamArn?: string }).LastEvaluatedStreamArn;
  } while (start);
  return each(arns, 4, (arn) => describeStream(where, arn));
}

function StreamsView(): JSX.Element {
  const { where } = useSession();
  const live = useLive(`${where.universe}/${where.region}`, () => load(where), { every: 3_000 });
  return (
    <section className="work">
      <h1>Streams</h1>
      <div className="sub"><span>{live.data ? plural(live.data.length, 'stream') : ''}</span></div>
      <AdverseNote />
      {live.error && <Failure error={live.error} />}
      {live.data?.map((one) => (
        <article key={one.StreamArn} className="block">
          <div className="head"><h2>{one.TableName}</h2><span className={one.StreamStatus === 'ENABLED' ? 'goodtext' : 'soft'}>{one.StreamStatus.toLowerCase()}</span><span className="soft">{one.StreamViewType.toLowerCase().replace(/_/g, ' ')}</span>
            <span className="soft num">since {time(one.CreationRequestDateTime * 1000)}</span><span className="grow" /><Link to={['tables', one.TableName, 'stream']}>Records</Link></div>
          <Lineage shards={one.Shards} />
        </article>
      ))}
      {live.data?.length === 0 && <div className="empty">No table of this region has a stream.</div>}
    </section>
  );
}

export const streams: View = { id: 'streams', title: 'Streams', group: 'Inside', Component: StreamsView };
