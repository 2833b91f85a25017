// The shards of a stream, each below its parent.
import type { Shard } from '../api/types';

interface Node { shard: Shard; depth: number }

function ordered(shards: Shard[]): Node[] {
  const children = new Map<string, Shard[]>();
  const known = new Set(shards.map((one) => one.ShardId));
  for (const shard of shards) {
    const parent = shard.ParentShardId && known.has(shard.ParentShardId) ? shard.ParentShardId : '';
    children.set(parent, [...(children.get(parent) ?? []), shard]);
  }
  const walk = (parent: string, depth: number): Node[] =>
    (children.get(parent) ?? []).flatMap((shard) => [{ shard, depth }, ...walk(shard.ShardId, depth + 1)]);
  return walk('', 0);
}

export function Lineage({ shards }: { shards: Shard[] }): JSX.Element {
  return (
    <ul className="lineage" aria-label="Shards" tabIndex={0}>
      {ordered(shards).map(({ shard, depth }) => {
        const end = shard.SequenceNumberRange.EndingSequenceNumber;
        return (
          <li key={shard.ShardId} style={{ paddingLeft: `${depth * 18}px` }}>
            <span className={end ? 'dot' : 'dot open'} />
            <span className="mono">{shard.ShardId}</span>
            <span className="soft">{end ? 'closed' : 'open'}, from <span className="mono">{shard.SequenceNumberRange.StartingSequenceNumber}</span>{end && <> to <span className="mono">{end}</span></>}</span>
          </li>
        );
      })}
    </ul>
  );
}
