// The console: frame, keys, and the view that the address selects.
import { Component, memo, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';
import { useKeys } from './base/hooks';
import { currentPlace, usePart, viewIn } from './base/place';
import { SessionContext, useSession, useSessionData } from './parts/session';
import { useLive } from './base/hooks';
import { call } from './api/client';
import { Bar, EverywhereCommands, Foot, List } from './parts/frame';
import { KeyHelp, Palette } from './parts/palette';
import { Unlock } from './parts/unlock';
import { Failure, Link } from './parts/basic';
import { describeKeys, indexesOf } from './api/schema';
import { plural } from './base/format';
import { TABLE_VIEWS, VIEWS } from './views';
import type { Table } from './api/types';

// An error in a view does not affect the frame.
class Guard extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <section className="work"><Failure error={this.state.error} /></section> : this.props.children;
  }
}

function TableHead({ table, tab }: { table: Table; tab: string }): JSX.Element {
  const indexes = indexesOf(table).length;
  return (
    <>
      <h1>{table.TableName}</h1>
      <div className="sub">
        <span className="mono">{describeKeys(table)}</span>
        {indexes > 0 && <span>{plural(indexes, 'index', 'indexes')}</span>}
        {table.StreamSpecification?.StreamEnabled && <span>stream on</span>}
        {table.TableStatus !== 'ACTIVE' && <span className="warn">{table.TableStatus.toLowerCase()}</span>}
      </div>
      <div className="tabs" role="navigation" aria-label="Of this table">
        {TABLE_VIEWS.map((view) => <Link key={view.id} to={['tables', table.TableName, view.id]} current={view.id === tab}>{view.title}</Link>)}
      </div>
    </>
  );
}

function OneTable({ name, tab }: { name: string; tab: string }): JSX.Element {
  const { tables, where } = useSession();
  const known = tables?.find((one) => one.name === name)?.table;
  const own = useLive(`${where.universe}/${where.region}/${name}`, async () => (await call(where, 'DescribeTable', { TableName: name })).Table, { paused: Boolean(known) });
  const table = known ?? own.data;
  const view = TABLE_VIEWS.find((one) => one.id === tab) ?? TABLE_VIEWS[0]!;
  if (!table) {
    const isGone = own.error && tables && !tables.some((one) => one.name === name);
    return <section className="work"><h1>{name}</h1>{isGone ? <Failure error={own.error!} /> : null}</section>;
  }
  return (
    <div className="tableview" key={`${where.universe}/${where.region}/${name}`}>
      <div className="tablehead"><TableHead table={table} tab={view.id} /></div>
      <div className="tablebody"><view.Component table={table} /></div>
    </div>
  );
}

function PlainShown(): JSX.Element {
  usePart(viewIn);
  const [first = 'tables', name, tab = 'items'] = currentPlace().path;
  if (first === 'tables' && name) return <OneTable name={name} tab={tab} />;
  const view = VIEWS.find((one) => one.id === first);
  if (view) return <view.Component />;
  return <section className="work"><h1>There is no view called {first}</h1><p><Link to={['tables']}>To the tables</Link></p></section>;
}

const Shown = memo(PlainShown);

function App(): JSX.Element {
  const session = useSessionData();
  const view = usePart(viewIn);
  const [dialog, setDialog] = useState<'palette' | 'keys'>();
  const [listOpen, setListOpen] = useState(false);
  const goTo = useCallback(() => setDialog('palette'), []);
  const turnList = useCallback(() => setListOpen((open) => !open), []);
  const closeList = useCallback(() => setListOpen(false), []);
  useKeys({
    'Ctrl+k': goTo,
    '?': () => setDialog('keys'),
    '[': () => history.back(),
    ']': () => history.forward(),
  });
  return (
    <SessionContext.Provider value={session}>
      <EverywhereCommands />
      <div className="app">
        <Bar onGoTo={goTo} onList={turnList} />
        <List views={VIEWS} isOpen={listOpen} onChosen={closeList} />
        <main><Guard key={view}><Shown /></Guard></main>
        <Foot />
        {dialog === 'palette' && <Palette views={VIEWS} tableViews={TABLE_VIEWS} onClose={() => setDialog(undefined)} />}
        <Unlock />
        {dialog === 'keys' && <KeyHelp onClose={() => setDialog(undefined)} />}
      </div>
    </SessionContext.Provider>
  );
}

createRoot(document.getElementById('app')!).render(<App />);
