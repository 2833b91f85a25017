// The bar, list and footer around every view.
import { memo, useState } from 'react';
import { bill } from '../api/client';
import type { DueWork } from '../api/shapes';
import { useCommands } from '../base/commands';
import { copyText } from '../base/files';
import { count, duration, milliseconds, plural, time, units } from '../base/format';
import { currentPlace, setParams, usePart, viewIn } from '../base/place';
import { useNow, useSession } from './session';
import { useStore } from '../base/store';
import { Link } from './basic';
import { nextExpiry, useClockActions } from './clock_actions';
import { dueWords } from './due';
import { Menu } from './panel';
import type { Group, View } from './view';

const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-northeast-1', 'local'];

function OtherName({ label, onChoose }: { label: string; onChoose: (name: string) => void }): JSX.Element {
  const [name, setName] = useState('');
  return (
    <form onSubmit={(event) => { event.preventDefault(); if (name) onChoose(name); }}>
      <input aria-label={label} placeholder={label} value={name} onChange={(event) => setName(event.target.value)} />
      <button>Go</button>
    </form>
  );
}

function UniverseMenu(): JSX.Element {
  const { where, universes } = useSession();
  return (
    <Menu label={<><span className="hide-small">universe</span> <b>{where.universe}</b> ▾</>}>
      {universes.map((one) => (
        <button key={one.name} type="button" onClick={() => setParams({ universe: one.name }, false)}>
          <span>{one.name}</span><small>{plural(one.tables, 'table')}</small>
        </button>
      ))}
      <Link to={['universes']}>All universes…</Link>
    </Menu>
  );
}

function RegionMenu(): JSX.Element {
  const { where, universes } = useSession();
  const used = universes.find((one) => one.name === where.universe)?.regions ?? [];
  const names = [...new Set([...used, where.region, ...REGIONS])];
  return (
    <Menu label={<><span className="hide-small">region</span> <b>{where.region}</b> ▾</>}>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => setParams({ region: name }, false)}>
          <span>{name}</span>{used.includes(name) && <small>has tables</small>}
        </button>
      ))}
      <OtherName label="Another region" onChoose={(name) => setParams({ region: name }, false)} />
    </Menu>
  );
}

function ClockMenu(): JSX.Element {
  const { where, clock } = useSession();
  const now = useNow();
  const { run, toDue } = useClockActions();
  const [expiry, setExpiry] = useState<DueWork>();
  const look = (): void => void nextExpiry(where).then(setExpiry, () => setExpiry(undefined));
  if (!clock || now === undefined) return <span className="pill">clock</span>;
  const state = clock.mode === 'frozen' ? 'frozen' : clock.mode === 'scaled' ? `× ${clock.scale}` : '';
  return (
    <Menu right onOpen={look} label={<><span className="hide-small">clock</span> <b><span className="hide-small">{time(now).slice(0, 11)}</span>{time(now).slice(11)}</b> {state && <span className="warn">{state}</span>} ▾</>}>
      {clock.mode === 'frozen'
        ? <button type="button" onClick={() => void run('follow')}>Follow the machine’s clock</button>
        : <button type="button" onClick={() => void run('freeze')}>Freeze</button>}
      {['1m', '1h', '1d'].map((step) => <button key={step} type="button" onClick={() => void run('advance', { by: step })}>Advance {step.replace('m', ' min').replace('h', ' h').replace('d', ' d')}</button>)}
      <button type="button" disabled={clock.nextDueMs === null} onClick={() => void run('advance', { ms: Math.max(0, clock.nextDueMs! - clock.nowMs) })}>
        To the next thing due{clock.nextDueMs !== null && <small>in {duration(clock.nextDueMs - now)}</small>}
      </button>
      {expiry && <button type="button" onClick={() => void toDue(expiry)}>Until {dueWords(expiry)}<small>in {duration(expiry.atMs - now)}</small></button>}
      <Link to={['clock']}>All about the clock…</Link>
    </Menu>
  );
}

// The palette's actions that exist in every view.
export function EverywhereCommands(): null {
  const { where, clock } = useSession();
  const { run, toDue } = useClockActions();
  const toExpiry = async (): Promise<void> => {
    const expiry = await nextExpiry(where);
    if (expiry) await toDue(expiry);
  };
  const isFrozen = clock?.mode === 'frozen';
  useCommands([
    { title: 'Copy the link of this view', hint: 'action', run: () => void copyText(location.href) },
    { title: isFrozen ? 'Let the clock follow the machine’s' : 'Freeze the clock', hint: 'clock', run: () => void run(isFrozen ? 'follow' : 'freeze') },
    { title: 'Advance the clock by an hour', hint: 'clock', run: () => void run('advance', { by: '1h' }) },
    { title: 'Advance the clock by a day', hint: 'clock', run: () => void run('advance', { by: '1d' }) },
    { title: 'Advance the clock until items expire', hint: 'clock', run: () => void toExpiry() },
    {
      title: 'Advance the clock to the next thing due', hint: 'clock',
      run: () => { if (clock && clock.nextDueMs !== null) void run('advance', { ms: Math.max(0, clock.nextDueMs - clock.nowMs) }); },
    },
  ]);
  return null;
}

function PlainBar({ onGoTo, onList }: { onGoTo: () => void; onList: () => void }): JSX.Element {
  return (
    <header>
      <button type="button" className="navbutton" aria-label="List of views" onClick={onList}>☰</button>
      <Link to={['tables']} className="logo hide-small">st<i>a</i>tor</Link>
      <UniverseMenu />
      <RegionMenu />
      <span className="grow" />
      <ClockMenu />
      <button type="button" className="pill hide-small" onClick={onGoTo}>go to… <kbd>Ctrl K</kbd></button>
    </header>
  );
}

// Memoised, so that the frame is not rendered again for each change in the view.
export const Bar = memo(PlainBar);

const GROUPS: Group[] = ['Inside', 'Watch', 'Laboratory', 'Help'];

function PlainList({ views, isOpen, onChosen }: { views: View[]; isOpen: boolean; onChosen: () => void }): JSX.Element {
  const session = useSession();
  usePart(viewIn);
  const { path } = currentPlace();
  return (
    <nav aria-label="Views" className={isOpen ? 'open' : undefined} onClick={(event) => { if ((event.target as HTMLElement).closest('a')) onChosen(); }}>
      <h2><Link to={['tables']} current={path[0] === 'tables' && !path[1]}>Tables</Link></h2>
      <ul>
        {(session.tables ?? []).map(({ name, table }) => (
          <li key={name}>
            <Link to={['tables', name, path[0] === 'tables' && path[2] ? path[2] : 'items']} current={path[0] === 'tables' && path[1] === name}>
              <span title={name}>{name}</span><span>{table?.TableStatus === 'ACTIVE' ? count(table.ItemCount ?? 0) : table?.TableStatus?.toLowerCase()}</span>
            </Link>
          </li>
        ))}
      </ul>
      {(session.tables ?? session.error) && GROUPS.map((group) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {views.filter((view) => view.group === group).map((view) => (
              <li key={view.id}>
                <Link to={[view.id]} current={path[0] === view.id}><span>{view.title}</span><span>{view.badge?.(session)}</span></Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export const List = memo(PlainList);

function PlainFoot(): JSX.Element {
  const { requests, read, write, latencies } = useStore(bill);
  const { watch, error } = useSession();
  const sorted = [...latencies].sort((a, b) => a - b);
  const worst = watch?.findings.find((one) => one.severity === 'warning') ?? watch?.findings[0];
  return (
    <footer>
      {error ? <span className="badtext">{error.message}</span> : null}
      {watch && watch.recorded > 0
        ? <Link to={['requests']} className="inkless"><b>{count(watch.recorded)}</b> requests{watch.settings.on ? '' : ' (paused)'}</Link>
        : <Link to={['requests']} className="inkless">{watch?.settings.on ? 'no requests yet' : 'requests are not recorded'}</Link>}
      {worst && <Link to={['findings']} className="warn"><b>{watch!.findings.length}</b> {watch!.findings.length === 1 ? 'finding' : 'findings'}: {worst.sentence}</Link>}
      <span className="grow" />
      {requests > 0 && <span className="hide-small">looking here took <b>{units(read)}</b> RCU · <b>{units(write)}</b> WCU</span>}
      {sorted.length > 0 && <span className="hide-small">p50 <b>{milliseconds(sorted[sorted.length >> 1]!)}</b></span>}
      <span className="hide-small">{location.host}</span>
    </footer>
  );
}

export const Foot = memo(PlainFoot);
