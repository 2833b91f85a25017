// Partitions as a ring of hash ranges: the arc is the range, its colour the traffic, its depth the
// size.
import type { Partition, PartitionHeat } from '../api/shapes';
import { count, units } from '../base/format';

const OUTER = 92;
const INNER = 52;
const TURN = 2 ** 32;

// The position of a hash on the ring, 0 to 1. Its first 32 bits are precise enough for a drawing.
export const placeOf = (hash: string): number => parseInt(hash.slice(0, 8), 16) / TURN;

function point(turn: number, radius: number): string {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return `${(100 + radius * Math.cos(angle)).toFixed(2)} ${(100 + radius * Math.sin(angle)).toFixed(2)}`;
}

function arc(from: number, to: number, inner: number, outer: number): string {
  const gap = to - from > 0.01 ? 0.0015 : 0;
  const [start, end] = [from + gap, Math.min(to - gap, from + 0.9999)];
  const large = end - start > 0.5 ? 1 : 0;
  return `M${point(start, outer)}A${outer} ${outer} 0 ${large} 1 ${point(end, outer)}L${point(end, inner)}A${inner} ${inner} 0 ${large} 0 ${point(start, inner)}Z`;
}

interface Props { partitions: Partition[]; heat: PartitionHeat[]; selected?: number; onSelect?: (partition: number) => void; label: string }

export const heatOf = (heat: PartitionHeat[], partition: number): number => {
  const found = heat.find((one) => one.partition === partition);
  return found ? found.read.averagePerSecond + found.write.averagePerSecond : 0;
};

export function Ring({ partitions, heat, selected, onSelect, label }: Props): JSX.Element {
  const most = Math.max(...partitions.map((one) => one.items), 1);
  const hottest = Math.max(...partitions.map((one) => heatOf(heat, one.partition)), 1e-9);
  return (
    <svg className="ring" viewBox="0 0 200 200" role="img" aria-label={label}>
      {partitions.map((one) => {
        const [from, to] = [placeOf(one.firstHash), placeOf(one.lastHash) + 1 / TURN];
        const warmth = heatOf(heat, one.partition) / hottest;
        return (
          <g key={one.partition} onClick={() => onSelect?.(one.partition)} className={one.partition === selected ? 'on' : undefined}>
            <path d={arc(from, to, INNER, OUTER)} className="range"><title>{`partition ${one.partition}: ${count(one.items)} items, ${units(heatOf(heat, one.partition))} units/s`}</title></path>
            <path d={arc(from, to, INNER, INNER + (OUTER - INNER) * (one.items / most))} className="filled" style={{ fillOpacity: 0.25 + 0.55 * warmth }} />
            {warmth > 0.02 && <path d={arc(from, to, OUTER + 2, OUTER + 2 + 5 * warmth)} className="heat" />}
          </g>
        );
      })}
      <text x="100" y="97" className="figure">{partitions.length}</text><text x="100" y="112" className="word">{partitions.length === 1 ? 'partition' : 'partitions'}</text>
    </svg>
  );
}
