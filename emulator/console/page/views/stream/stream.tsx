// A table's stream, live: each record with its changes, and the shards with their lineage.
import { useEffect, useMemo, useRef, useState } from 'react';
import { StreamReader, compareNumbers } from '../../api/streams';
import type { ShardRecord } from '../../api/streams';
import { keyNames } from '../../api/schema';
import { snippet } from '../../api/snippets';
import { cellText, sameValue } from '../../api/values';
import type { Item, Shard, Table } from '../../api/types';
import { count, plural, time } from '../../base/format';
import { usePointing } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useWhere } from '../../parts/session';
import { Check, Command, Failure } from '../../parts/basic';
import { Diff } from '../../parts/diff';
import { Grid } from '../../parts/grid';
import type { Column } from '../../parts/grid';
import { Panel } from '../../parts/panel';
import { AdverseNote } from '../../parts/adverse';
import { Lineage } from '../../parts/lineage';
import type { TableView } from '../../parts/view';

const EVERY_MS = 1_000;
const KEPT = 5_000;
const WORDS = { INSERT: 'new', MODIFY: 'changed', REMOVE: 'gone' } as const;

interface Live { records: ShardRecord[]; shards: Shard[]; error?: Error }

// Records, the newest first. No requests are sent while it is paused.
function useStream(arn: string | undefined, paused: boolean): Live {
  const where = useWhere();
  const [live, setLive] = useState<Live>({ records: [], shards: [] });
  const reader = useRef<StreamReader>();
  useEffect(() => {
    setLive({ records: [], shards: [] });
    reader.current = arn ? new StreamReader(where, arn, 'TRIM_HORIZON') : undefined;
  }, [arn, where]);
  useEffect(() => {
    if (!arn || paused) return;
    let stopped = false;
    let timer = 0;
    const look = async (): Promise<void> => {
      const mine = reader.current!;
      try {
        const fresh = await mine.next();
        if (stopped || mine !== reader.current) return;
        setLive((old) => ({
          records: fresh.length ? [...fresh.reverse(), ...old.records].sort((a, b) => compareNumbers(b.dynamodb.SequenceNumber, a.dynamodb.SequenceNumber)).slice(0, KEPT) : old.records,
          shards: mine.shards,
        }));
      } catch (error) {
        if (!stopped) setLive((old) => ({ ...old, error: error as Error }));
      }
      if (!stopped) timer = window.setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => { stopped = true; clearTimeout(timer); };
  }, [arn, paused, where]);
  return live;
}

function changes({ eventName, dynamodb: { OldImage, NewImage } }: ShardRecord): string {
  if (eventName !== 'MODIFY' || !OldImage || !NewImage) return '';
  const names = [...new Set([...Object.keys(OldImage), ...Object.keys(NewImage)])].filter((name) => !sameValue(OldImage[name], NewImage[name]));
  return names.map((name) => `${name}: ${cellText(OldImage[name]) || '–'} → ${cellText(NewImage[name]) || '–'}`).join('   ');
}

const keyText = (key: Item): string => Object.values(key).map(cellText).join(' · ');

const byTtl = (record: ShardRecord): boolean => record.userIdentity?.principalId === 'dynamodb.amazonaws.com';

const COLUMNS: Column<ShardRecord>[] = [
  { id: 'time', head: 'time', width: 22, cell: (one) => <span className="soft">{time(one.dynamodb.ApproximateCreationDateTime * 1000)}</span> },
  { id: 'event', head: 'event', width: 12, cell: (one) => <span className={one.eventName === 'REMOVE' ? 'badtext' : one.eventName === 'INSERT' ? 'goodtext' : undefined}>{byTtl(one) ? 'expired' : WORDS[one.eventName]}</span> },
  { id: 'key', head: 'key', width: 28, cell: (one) => keyText(one.dynamodb.Keys), title: (one) => keyText(one.dynamodb.Keys) },
  { id: 'changes', head: 'what changed', width: 52, cell: changes, title: changes },
  { id: 'shard', head: 'shard', width: 14, cell: (one) => <span className="faint">…{one.shard.slice(-8)}</span>, title: (one) => one.shard },
];

function RecordPanel({ record, table, onClose }: { record: ShardRecord; table: Table; onClose: () => void }): JSX.Element {
  const { OldImage, NewImage, Keys, SequenceNumber, StreamViewType } = record.dynamodb;
  return (
    <Panel title={keyText(Keys)} onClose={onClose}>
      <dl className="facts">
        <dt>event</dt><dd>{record.eventName}{byTtl(record) ? ', by time to live' : ''}</dd>
        <dt>time</dt><dd>{time(record.dynamodb.ApproximateCreationDateTime * 1000)}</dd>
        <dt>sequence</dt><dd className="mono">{SequenceNumber}</dd>
        <dt>shard</dt><dd className="mono">{record.shard}</dd>
      </dl>
      <h3>{OldImage && NewImage ? 'Old and new image' : NewImage ? 'New image' : OldImage ? 'Old image' : 'Keys'}</h3>
      <Diff before={OldImage ?? (NewImage && record.eventName !== 'INSERT' ? NewImage : OldImage ?? {})} after={NewImage ?? (record.eventName === 'REMOVE' ? {} : OldImage ?? Keys)} keys={keyNames(table)} />
      <p>The stream has {StreamViewType.toLowerCase().replace(/_/g, ' ')}.</p>
    </Panel>
  );
}

function NoStream({ table }: { table: Table }): JSX.Element {
  const where = useWhere();
  const request = { TableName: table.TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } };
  return <div className="empty"><span>{table.TableName} has no stream. This gives it one:</span><Command text={snippet('cli', 'UpdateTable', request, where).trim()} /></div>;
}

function StreamView({ table }: { table: Table }): JSX.Element {
  const { params } = usePlace();
  const { pointing, on: pointer } = usePointing();
  const [follow, setFollow] = useState(true);
  const live = useStream(table.LatestStreamArn, !follow || pointing);
  const shown = params.get('record');
  const selected = useMemo(() => live.records.findIndex((one) => one.dynamodb.SequenceNumber === shown), [live.records, shown]);
  if (!table.LatestStreamArn) return <section className="work"><NoStream table={table} /></section>;
  const record = live.records[selected];
  return (
    <>
      <section className="work">
        <AdverseNote />
        {live.error && <Failure error={live.error} />}
        <div className="bill">
          <span><b>{count(live.records.length)}</b> {live.records.length === 1 ? 'record' : 'records'} in {plural(live.shards.length, 'shard')}</span>
          <Check label="Follow" checked={follow} onChange={setFollow} />
          {pointing && follow && <span className="warn">waits while you point at it</span>}
        </div>
        <div className="fill column" {...(live.records.length ? pointer : {})}>
          <Grid
            label="Stream records" columns={COLUMNS} rows={live.records} selected={selected} onSelect={(i) => setParams({ record: live.records[i]?.dynamodb.SequenceNumber })}
            empty={live.shards.length ? 'Nothing has changed in the last 24 hours by this universe’s clock.' : undefined}
          />
        </div>
        <h2 className="section">Shards</h2>
        <Lineage shards={live.shards} />
      </section>
      {record && <RecordPanel record={record} table={table} onClose={() => setParams({ record: null })} />}
    </>
  );
}

export const stream: TableView = { id: 'stream', title: 'Stream', Component: StreamView };
