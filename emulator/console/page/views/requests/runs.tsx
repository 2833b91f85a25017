// Two runs of an application side by side: the user sets a mark between them.
import type { RequestRecord } from '../../api/shapes';
import { count, plural, units } from '../../base/format';
import { setParams, usePlace } from '../../base/place';
import { Choose } from '../../parts/basic';
import { compare, runsOf } from './journal';
import type { Compared, Run, Sum } from './journal';

const FIGURES: [keyof Sum, string][] = [['requests', 'requests'], ['read', 'RCU'], ['write', 'WCU'], ['scanned', 'read'], ['errors', 'errors']];

function Cells({ row, figure }: { row: Compared; figure: keyof Sum }): JSX.Element {
  const [a, b] = [row.a[figure], row.b[figure]];
  const show = figure === 'read' || figure === 'write' ? units : count;
  return <td className="n">{a === b ? <span className="soft">{show(b)}</span> : <><span className="faint">{show(a)} → </span><span className={b > a ? 'warn' : 'goodtext'}>{show(b)}</span></>}</td>;
}

export function Runs({ records }: { records: RequestRecord[] }): JSX.Element {
  const { params } = usePlace();
  const last = records[0]?.sequence ?? 0;
  const marks = (params.get('marks') ?? '').split(',').map(Number).filter(Boolean);
  const runs = runsOf(marks, last);
  const pick = (name: string, otherwise: number): Run => runs.find((one) => one.name === params.get(name)) ?? runs[Math.max(0, otherwise)]!;
  const [a, b] = [pick('a', runs.length - 2), pick('b', runs.length - 1)];
  const mark = (): void => setParams({ marks: [...marks, last].join(','), a: null, b: null });
  const names = runs.map((one): [string, string] => [one.name, `${one.name}: ${plural(records.filter((r) => r.sequence > one.after && r.sequence <= one.upTo).length, 'request')}`]);
  return (
    <details className="runs" open={runs.length > 1}>
      <summary>Compare two runs</summary>
      <div className="row">
        <button type="button" disabled={marks.includes(last)} onClick={mark}>A new run begins now</button>
        {runs.length > 1 && <><Choose label="First run" hideLabel value={a.name} options={names} onChange={(run) => setParams({ a: run })} /><span className="soft">→</span><Choose label="Second run" hideLabel value={b.name} options={names} onChange={(run) => setParams({ b: run })} /></>}
        {runs.length === 1 && <span className="soft">{marks.length ? 'Run the program again: what it asks now is the second run.' : 'Set a mark, run the program again, and see what it asks more and less.'}</span>}
      </div>
      {runs.length > 1 && (
        <div className="tablescroll" tabIndex={0} role="region" aria-label="Comparison">
          <table className="plain">
            <thead><tr><th scope="col">operation, table</th>{FIGURES.map(([, name]) => <th key={name} scope="col" className="n">{name}</th>)}</tr></thead>
            <tbody>{compare(records, a, b).map((row) => <tr key={row.what}><td>{row.what}</td>{FIGURES.map(([figure]) => <Cells key={figure} row={row} figure={figure} />)}</tr>)}</tbody>
          </table>
        </div>
      )}
    </details>
  );
}
