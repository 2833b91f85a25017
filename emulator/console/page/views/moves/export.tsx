// A form for an export of a table to S3: the full table at one time, or the changes within a
// window.
import { useState } from 'react';
import { ApiError, call } from '../../api/client';
import { time } from '../../base/format';
import { useLive } from '../../base/hooks';
import { currentPlace } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, Field } from '../../parts/basic';
import { given, secondsOf } from './move';
import { FORMATS } from './source';
import { StartPanel } from './start';
import type { FormProps } from './start';

const HOUR = 3_600_000;

export function NewExport({ onStarted }: FormProps): JSX.Element {
  const { where, tables, clock } = useSession();
  const names = (tables ?? []).map((one) => one.name);
  const [form, setForm] = useState({
    table: currentPlace().params.get('table') ?? names[0] ?? '', type: 'FULL_EXPORT', format: 'DYNAMODB_JSON', bucket: '', prefix: '', at: '',
    from: time((clock?.nowMs ?? Date.now()) - HOUR), to: '', view: 'NEW_AND_OLD_IMAGES',
  });
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const table = form.table || names[0] || '';
  const known = useLive(`${where.universe}/${where.region}/${table}`, async () => (table ? (await call(where, 'DescribeTable', { TableName: table })).Table : undefined));
  const isWhole = form.type === 'FULL_EXPORT';
  const request = (): object => given({
    TableArn: known.data?.TableArn, S3Bucket: form.bucket, S3Prefix: form.prefix, ExportFormat: form.format, ExportType: form.type,
    ...(isWhole
      ? { ExportTime: secondsOf(form.at) }
      : { IncrementalExportSpecification: given({ ExportFromTime: secondsOf(form.from), ExportToTime: secondsOf(form.to), ExportViewType: form.view }) }),
  });
  const remember = async (): Promise<void> => {
    await call(where, 'UpdateContinuousBackups', { TableName: table, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  };
  return (
    <StartPanel
      title="Export a table" verb="Start the export" operation="ExportTableToPointInTime" request={request} ready={Boolean(form.bucket && known.data)} onStarted={onStarted}
      start={async (members) => (await call(where, 'ExportTableToPointInTime', members)).ExportDescription.ExportArn}
      remedy={(error, again) => error instanceof ApiError && error.type.startsWith('PointInTimeRecoveryUnavailable') && (
        <p className="row">Exports need point-in-time recovery. <button type="button" onClick={() => void remember().then(again)}>Switch it on and start</button></p>
      )}
    >
      <Choose label="Table" value={table} options={names} onChange={(name) => change({ table: name })} />
      <div className="row end">
        <Choose label="What" value={form.type} options={[['FULL_EXPORT', 'all items'], ['INCREMENTAL_EXPORT', 'what has changed']]} onChange={(type) => change({ type })} />
        <Choose label="Format" value={form.format} options={FORMATS} onChange={(format) => change({ format })} />
      </div>
      <div className="row end">
        <Field label="Bucket" value={form.bucket} mono autoFocus hint="a folder of --s3-dir" onChange={(bucket) => change({ bucket })} />
        <Field label="Below" value={form.prefix} mono hint="a prefix, or none" onChange={(prefix) => change({ prefix })} />
      </div>
      {isWhole && <Field label="As of, UTC" value={form.at} mono placeholder="now" onChange={(at) => change({ at })} />}
      {!isWhole && (
        <div className="row end">
          <Field label="From, UTC" value={form.from} mono onChange={(from) => change({ from })} />
          <Field label="To, UTC" value={form.to} mono placeholder="the latest there is" onChange={(to) => change({ to })} />
        </div>
      )}
      {!isWhole && <Choose label="Images" value={form.view} options={[['NEW_AND_OLD_IMAGES', 'new and old'], ['NEW_IMAGE', 'new']]} onChange={(view) => change({ view })} />}
    </StartPanel>
  );
}
