// Throttling on or off, the level of each bucket, and hot keys.
import { useState } from 'react';
import { admin, get } from '../../api/admin';
import type { Heat, HeatSource, HotKey, Limit, Throughput } from '../../api/shapes';
import { count, units } from '../../base/format';
import { useLive } from '../../base/hooks';
import { useSession } from '../../parts/session';
import { Check, Failure, Link } from '../../parts/basic';
import type { View } from '../../parts/view';

const LIMITS: Record<string, string> = { provisioned: 'provisioned', previousPeak: 'twice the previous peak', maxOnDemand: 'the maximum on demand', account: 'the account’s limit' };

function Bucket({ limit }: { limit: Limit }): JSX.Element {
  const share = Math.max(0, Math.min(1, limit.availableUnits / Math.max(limit.bucketUnits, 1)));
  return (
    <span className="bucket" title={LIMITS[limit.limit] ?? limit.limit}>
      <svg width="80" height="8" role="img" aria-label={`${Math.round(share * 100)} % left`}><rect width="80" height="8" rx="2" className="track" /><rect width={80 * share} height="8" rx="2" className={share < 0.2 ? 'low' : 'level'} /></svg>
      <span className="num">{units(limit.availableUnits)} of {units(limit.bucketUnits)}</span><span className="faint num">{units(limit.unitsPerSecond)}/s</span>
    </span>
  );
}

function hotKeys(source: HeatSource): { key: HotKey; which: string }[] {
  const all = source.partitions.flatMap((one) => [...one.topReadKeys.map((key) => ({ key, which: 'read' })), ...one.topWriteKeys.map((key) => ({ key, which: 'written' }))]);
  return all.sort((a, b) => b.key.units - a.key.units).slice(0, 5);
}

function HeatTable({ heat }: { heat: Heat }): JSX.Element {
  return (
    <div className="tablescroll" tabIndex={0} role="region" aria-label="Heat">
      <table className="plain">
        <thead><tr><th scope="col">table, index</th><th scope="col" className="n">RCU</th><th scope="col" className="n">peak/s</th><th scope="col" className="n">WCU</th><th scope="col" className="n">peak/s</th><th scope="col" className="n">throttled</th><th scope="col" className="n">would be</th><th scope="col">hottest keys</th></tr></thead>
        <tbody>
          {heat.sources.map((one) => (
            <tr key={one.arn}>
              <td>{one.table}{one.index && <span className="soft">.{one.index}</span>}</td>
              <td className="n">{units(one.read.units)}</td><td className="n faint">{units(one.read.peakPerSecond)}</td><td className="n">{units(one.write.units)}</td><td className="n faint">{units(one.write.peakPerSecond)}</td>
              <td className={`n ${one.throttled ? 'badtext' : ''}`}>{count(one.throttled)}</td><td className={`n ${one.wouldThrottle ? 'warn' : ''}`}>{count(one.wouldThrottle)}</td>
              <td>{hotKeys(one).map(({ key, which }, i) => <span key={which + key.key}>{i > 0 && ', '}{key.key || '(scans)'} <span className="faint">{units(key.units)} {which}</span></span>)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ThroughputView(): JSX.Element {
  const { where } = useSession();
  const state = useLive(where.universe, () => get<Throughput>(where, 'throughput'), { every: 1_000 });
  const heat = useLive(where.universe, () => get<Heat>(where, 'heat'), { every: 1_000 });
  const [error, setError] = useState<Error>();
  const send = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    try {
      await admin(where, method, path, body);
      await Promise.all([state.reload(), heat.reload()]);
    } catch (caught) {
      setError(caught as Error);
    }
  };
  return (
    <section className="work">
      <h1>Throughput</h1>
      <div className="sub"><span>{state.data?.throttle === 'aws' ? 'Requests beyond the limits are throttled as AWS does.' : 'Nothing is throttled; what would have been is counted while heat is measured.'}</span></div>
      {(error ?? state.error) && <Failure error={(error ?? state.error)!} />}
      <div className="row gap">
        <Check label="Throttle as AWS does" checked={state.data?.throttle === 'aws'} onChange={(on) => void send('PUT', 'throughput', { throttle: on ? 'aws' : 'off' })} />
        <Check label="Measure heat" checked={Boolean(state.data?.heat)} onChange={(on) => void send('PUT', 'throughput', { heat: on })} />
        <button type="button" onClick={() => void send('DELETE', 'heat')}>Forget the heat</button>
        <Link to={['partitions']}>Partitions</Link>
      </div>
      <h2 className="section">What is left of each limit</h2>
      {state.data?.sources.length ? (
        <div className="tablescroll" tabIndex={0} role="region" aria-label="Limits">
          <table className="plain">
            <thead><tr><th scope="col">table, index</th><th scope="col">billing</th><th scope="col">reads</th><th scope="col">writes</th></tr></thead>
            <tbody>{state.data.sources.map((one) => (
              <tr key={one.arn}><td>{one.table}{one.index && <span className="soft">.{one.index}</span>}</td><td>{one.billing === 'onDemand' ? 'on demand' : 'provisioned'}</td><td><Bucket limit={one.read} /></td><td><Bucket limit={one.write} /></td></tr>
            ))}</tbody>
          </table>
        </div>
      ) : <p>Nothing has been measured yet.</p>}
      <h2 className="section">Heat</h2>
      {heat.data?.sources.length ? <HeatTable heat={heat.data} /> : <p>Nothing has been measured yet.</p>}
    </section>
  );
}

export const throughput: View = { id: 'throughput', title: 'Throughput', group: 'Laboratory', Component: ThroughputView };
