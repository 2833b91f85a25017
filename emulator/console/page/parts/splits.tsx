// Partition splits and their times, the last first.
import type { Partition } from '../api/shapes';
import { count, plural, time } from '../base/format';

const SHOWN = 50;

export function Splits({ partitions }: { partitions: Partition[] }): JSX.Element {
  const split = partitions.filter((one) => one.splitAtMs !== undefined).sort((a, b) => b.splitAtMs! - a.splitAtMs! || b.partition - a.partition);
  if (!split.length) return <p>No partition has split since this Stator started.</p>;
  return (
    <>
      <div className="tablescroll" tabIndex={0} role="region" aria-label="Splits">
        <table className="plain">
          <thead><tr><th scope="col">when</th><th scope="col">table, index</th><th scope="col">what</th><th scope="col">at hash</th><th scope="col" className="n">items behind it now</th></tr></thead>
          <tbody>
            {split.slice(0, SHOWN).map((one) => (
              <tr key={`${one.table}.${one.index}.${one.partition}`}>
                <td>{time(one.splitAtMs!)}</td><td>{one.table}{one.index && <span className="soft">.{one.index}</span>}</td>
                <td>partition {one.splitFrom} gave its upper part to partition {one.partition}</td><td className="soft">{one.firstHash.slice(0, 6)}…</td><td className="n">{count(one.items)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {split.length > SHOWN && <p>And {plural(split.length - SHOWN, 'split')} before.</p>}
    </>
  );
}
