// A form for a new table from objects in S3.
import { useState } from 'react';
import { call } from '../../api/client';
import { currentPlace } from '../../base/place';
import { useWhere } from '../../parts/session';
import { Field } from '../../parts/basic';
import { KeyFields, keySchema, keyTypes } from '../../parts/keys';
import type { Key } from '../../parts/keys';
import { given } from './move';
import { FORMATS, SourceFields } from './source';
import { StartPanel } from './start';
import type { FormProps } from './start';

const IMPORT_FORMATS: [string, string][] = [...FORMATS, ['CSV', 'CSV']];

// The address may contain the source, because an export links to this form.
export function NewImport({ onStarted }: FormProps): JSX.Element {
  const where = useWhere();
  const [form, setForm] = useState(() => {
    const from = (name: string): string => currentPlace().params.get(name) ?? '';
    return {
      bucket: from('bucket'), prefix: from('prefix'), format: from('format') || 'DYNAMODB_JSON', compression: from('compression') || 'NONE',
      table: from('into'), delimiter: '', header: '', hash: { name: 'pk', type: 'S' } as Key, range: { name: '', type: 'S' } as Key,
    };
  });
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const csv = given({ Delimiter: form.delimiter, HeaderList: form.header ? form.header.split(/\s*,\s*/) : undefined });
  const request = (): object => given({
    S3BucketSource: given({ S3Bucket: form.bucket, S3KeyPrefix: form.prefix }), InputFormat: form.format, InputCompressionType: form.compression,
    InputFormatOptions: form.format === 'CSV' && Object.keys(csv).length ? { Csv: csv } : undefined,
    TableCreationParameters: {
      TableName: form.table, BillingMode: 'PAY_PER_REQUEST', AttributeDefinitions: keyTypes([form.hash, form.range]), KeySchema: keySchema(form.hash, form.range),
    },
  });
  return (
    <StartPanel
      title="Import a table" verb="Start the import" operation="ImportTable" request={request} ready={Boolean(form.bucket && form.table && form.hash.name)} onStarted={onStarted}
      start={async (members) => (await call(where, 'ImportTable', members)).ImportTableDescription.ImportArn}
    >
      <SourceFields value={form} formats={IMPORT_FORMATS} onChange={change} />
      {form.format === 'CSV' && (
        <div className="row end">
          <Field label="Delimiter" value={form.delimiter} mono placeholder="," onChange={(delimiter) => change({ delimiter })} />
          <Field label="Columns" value={form.header} mono placeholder="the first line" onChange={(header) => change({ header })} />
        </div>
      )}
      <Field label="New table" value={form.table} mono onChange={(table) => change({ table })} />
      <KeyFields label="Partition key" value={form.hash} onChange={(hash) => change({ hash })} />
      <KeyFields label="Sort key" value={form.range} hint="none" onChange={(range) => change({ range })} />
    </StartPanel>
  );
}
