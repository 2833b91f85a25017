// Findings of the request log: the kind, the place, the number of cases, and the fix.
import { get } from '../../api/admin';
import type { CostReport, Finding, SourceCost } from '../../api/shapes';
import { count, plural, units } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Failure, Link } from '../../parts/basic';
import type { View } from '../../parts/view';

const MEND: Record<string, string> = {
  scan: 'Ask with a Query: by the table’s key, or by an index whose partition key is what the filter names. A scan costs the whole table however little it returns.',
  'discarding-filter': 'A filter is applied after the items are paid for. Move what it names into the key of an index, or into the sort key.',
  'unfollowed-page': 'Repeat the request with ExclusiveStartKey (or NextToken) from the reply until there is none. SDKs have paginators that do it.',
  'ignored-unprocessed': 'Send UnprocessedItems or UnprocessedKeys again, with growing pauses. SDKs do not do it by themselves.',
  'hot-key': 'Spread the load over more partition keys: add a suffix, or cache what is read often. One key gets 3,000 RCU and 1,000 WCU at most.',
  'unused-index': 'Each write to the table also pays for its indexes. Delete the index, or make it sparse.',
};
const TITLES: Record<string, string> = {
  scan: 'Scans', 'discarding-filter': 'Filter that throws away', 'unfollowed-page': 'Page not followed', 'ignored-unprocessed': 'Unprocessed and not repeated',
  'hot-key': 'Hot key', 'unused-index': 'Index that nobody reads',
};
const DOLLARS = { minimumFractionDigits: 6, maximumFractionDigits: 6 };

function FindingBlock({ finding }: { finding: Finding }): JSX.Element {
  return (
    <article className="block">
      <div className="head">
        <h2 className={finding.severity === 'warning' ? 'warn' : undefined}>{TITLES[finding.kind] ?? finding.kind}</h2><span className="soft">{finding.severity}</span><span className="grow" />
        <Link to={['requests']} with={{ table: finding.table, operation: finding.operation }}>The requests</Link>
        {finding.table && <Link to={['tables', finding.table, finding.index ? 'indexes' : 'items']}>{finding.index ? `${finding.table}.${finding.index}` : finding.table}</Link>}
      </div>
      <div>{finding.sentence}</div>
      {MEND[finding.kind] && <p>{MEND[finding.kind]}</p>}
      <div className="row num faint">{Object.entries(finding.evidence).map(([name, value]) => <span key={name}>{name.replace(/([A-Z])/g, ' $1').toLowerCase()}: {units(value)}</span>)}</div>
    </article>
  );
}

function Costs({ sources }: { sources: SourceCost[] }): JSX.Element {
  const used = sources.filter((one) => one.requests || one.readUnits || one.writeUnits);
  const regions = new Set(used.map((one) => one.region)).size;
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Costs">
      <table className="plain">
        <thead><tr><th scope="col">table, index</th>{['requests', 'errors', 'throttled', 'read', 'kept', 'RCU', 'WCU', 'dollars'].map((name) => <th key={name} scope="col" className="n">{name}</th>)}</tr></thead>
        <tbody>
          {used.map((one) => (
            <tr key={`${one.region}.${one.table}.${one.index}`}>
              <td>{one.table}{one.index && <span className="soft">.{one.index}</span>}{regions > 1 && <span className="faint"> {one.region}</span>}</td>
              {[one.requests, one.errors, one.throttled, one.scanned, one.returned].map((n, i) => <td key={i} className="n">{count(n)}</td>)}
              <td className="n">{units(one.readUnits)}</td><td className="n">{units(one.writeUnits)}</td><td className="n">{one.dollars.toLocaleString('en-US', DOLLARS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FindingsView(): JSX.Element {
  const { where, watch } = useSession();
  const report = useLive(`${where.universe}/${watch?.recorded ? 'recorded' : ''}`, () => get<CostReport>(where, 'report?format=json'), { every: 3_000, paused: !watch?.recorded });
  const findings = report.data?.findings ?? [];
  const order = [...findings.filter((one) => one.severity === 'warning'), ...findings.filter((one) => one.severity !== 'warning')];
  return (
    <section className="work">
      <h1>Findings</h1>
      <div className="sub"><span>{watch?.recorded ? `${plural(order.length, 'finding')} in ${plural(watch.recorded, 'request')}` : 'From what the journal of requests has recorded.'}</span></div>
      {report.error && <Failure error={report.error} />}
      {order.map((finding, i) => <FindingBlock key={i} finding={finding} />)}
      {!watch?.recorded && <div className="empty"><span>Nothing is recorded. <Link to={['requests']}>Record requests</Link> and run the program.</span></div>}
      {watch?.recorded && report.data && !order.length ? <div className="empty">Nothing to mend.</div> : null}
      {report.data && <><h2 className="section">Cost at on-demand prices</h2><Costs sources={report.data.sources} /></>}
    </section>
  );
}

export const findings: View = {
  id: 'findings', title: 'Findings', group: 'Watch', Component: FindingsView, badge: ({ watch }) => (watch?.findings.length ? count(watch.findings.length) : undefined),
};
