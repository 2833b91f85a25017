// A form that puts items of objects in S3 into an existing table.
import { useState } from 'react';
import { call } from '../../api/client';
import { currentPlace } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, Field } from '../../parts/basic';
import { given } from './move';
import { FORMATS, SourceFields } from './source';
import { StartPanel } from './start';
import type { FormProps } from './start';

export function NewBulkPut({ onStarted }: FormProps): JSX.Element {
  const { where, tables } = useSession();
  const names = (tables ?? []).map((one) => one.name);
  const [form, setForm] = useState({ table: currentPlace().params.get('table') ?? '', bucket: '', prefix: '', format: 'DYNAMODB_JSON', compression: 'NONE', report: '', rate: '' });
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const table = form.table || names[0] || '';
  const request = (): object => given({
    TableName: table,
    InputS3Configuration: given({ S3Bucket: form.bucket, S3KeyPrefix: form.prefix, InputFormat: form.format, InputCompressionType: form.compression }),
    OutputS3Configuration: { S3Bucket: form.report || form.bucket, OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'] },
    MaxWriteRequestUnits: form.rate ? Number(form.rate) : undefined,
  });
  return (
    <StartPanel
      title="Put items into a table" verb="Start putting" operation="StartBulkPutItems" request={request} ready={Boolean(form.bucket && table)} onStarted={onStarted}
      start={async (members) => (await call(where, 'StartBulkPutItems', members)).BulkOperationDescription.BulkOperationArn}
    >
      <Choose label="Table" value={table} options={names} onChange={(name) => change({ table: name })} />
      <SourceFields value={form} formats={FORMATS} onChange={change} />
      <div className="row end">
        <Field label="Bucket of the report" value={form.report} mono placeholder={form.bucket} onChange={(report) => change({ report })} />
        <Field label="Write units a second" value={form.rate} mono placeholder="any" onChange={(rate) => change({ rate: rate.replace(/\D/g, '') })} />
      </div>
    </StartPanel>
  );
}
