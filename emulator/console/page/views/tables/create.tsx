// A form for a new table: keys, indexes, throughput, stream, Time to Live; with the equivalent CLI
// command.
import { useMemo, useState } from 'react';
import { call } from '../../api/client';
import { snippet } from '../../api/snippets';
import type { CreateRequest, IndexDefinition } from '../../api/definition';
import { go } from '../../base/place';
import { useSession } from '../../parts/session';
import { Choose, Command, Failure, Field } from '../../parts/basic';
import { KeyFields, keySchema, keyTypes } from '../../parts/keys';
import type { Key } from '../../parts/keys';
import { Panel } from '../../parts/panel';

const PROJECTIONS = ['ALL', 'KEYS_ONLY', 'INCLUDE'] as const;
const STREAMS: [string, string][] = [['', 'none'], ['NEW_AND_OLD_IMAGES', 'new and old images'], ['NEW_IMAGE', 'new image'], ['OLD_IMAGE', 'old image'], ['KEYS_ONLY', 'keys only']];

interface IndexForm { name: string; local: boolean; hash: Key; range: Key; projection: (typeof PROJECTIONS)[number]; include: string }
interface Form {
  name: string;
  hash: Key;
  range: Key;
  billing: 'PAY_PER_REQUEST' | 'PROVISIONED';
  read: string;
  write: string;
  indexes: IndexForm[];
  stream: string;
  ttl: string;
}

const emptyKey = (): Key => ({ name: '', type: 'S' });
const emptyForm = (): Form => ({
  name: '', hash: { name: 'pk', type: 'S' }, range: emptyKey(), billing: 'PAY_PER_REQUEST', read: '5', write: '5', indexes: [], stream: '', ttl: '',
});

function toRequest(form: Form): CreateRequest {
  const keys = [form.hash, form.range, ...form.indexes.flatMap((one) => (one.local ? [one.range] : [one.hash, one.range]))];
  const throughput = { ReadCapacityUnits: Number(form.read) || 1, WriteCapacityUnits: Number(form.write) || 1 };
  const isProvisioned = form.billing === 'PROVISIONED';
  const index = (one: IndexForm): IndexDefinition => ({
    IndexName: one.name,
    KeySchema: keySchema(one.local ? form.hash : one.hash, one.range),
    Projection: { ProjectionType: one.projection, ...(one.projection === 'INCLUDE' ? { NonKeyAttributes: one.include.split(/[\s,]+/).filter(Boolean) } : {}) },
    ...(isProvisioned && !one.local ? { ProvisionedThroughput: throughput } : {}),
  });
  const [local, global] = [form.indexes.filter((one) => one.local), form.indexes.filter((one) => !one.local)];
  return {
    TableName: form.name,
    AttributeDefinitions: keyTypes(keys),
    KeySchema: keySchema(form.hash, form.range),
    BillingMode: form.billing,
    ...(isProvisioned ? { ProvisionedThroughput: throughput } : {}),
    ...(global.length ? { GlobalSecondaryIndexes: global.map(index) } : {}),
    ...(local.length ? { LocalSecondaryIndexes: local.map(index) } : {}),
    ...(form.stream ? { StreamSpecification: { StreamEnabled: true as const, StreamViewType: form.stream } } : {}),
  };
}

function IndexFields({ value, onChange, onRemove }: { value: IndexForm; onChange: (index: IndexForm) => void; onRemove: () => void }): JSX.Element {
  const change = (part: Partial<IndexForm>): void => onChange({ ...value, ...part });
  return (
    <fieldset className="inset">
      <legend>{value.local ? 'Local index' : 'Global index'}</legend>
      <Field label="Index name" value={value.name} mono onChange={(name) => change({ name })} />
      {!value.local && <KeyFields label="Index partition key" value={value.hash} onChange={(hash) => change({ hash })} />}
      <KeyFields label="Index sort key" value={value.range} hint={value.local ? undefined : 'none'} onChange={(range) => change({ range })} />
      <div className="row end">
        <Choose label="Projection" value={value.projection} options={PROJECTIONS} onChange={(projection) => change({ projection })} />
        {value.projection === 'INCLUDE' && <Field label="Attributes" value={value.include} mono onChange={(include) => change({ include })} />}
        <button type="button" className="quiet" onClick={onRemove}>Remove</button>
      </div>
    </fieldset>
  );
}

export function CreateTable({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }): JSX.Element {
  const { where } = useSession();
  const [form, setForm] = useState(emptyForm);
  const [error, setError] = useState<Error>();
  const change = (part: Partial<Form>): void => setForm({ ...form, ...part });
  const request = useMemo(() => toRequest(form), [form]);
  const create = async (): Promise<void> => {
    try {
      await call(where, 'CreateTable', request);
      if (form.ttl) await enableTtl();
      onCreated();
      go(['tables', form.name, 'items']);
    } catch (caught) {
      setError(caught as Error);
    }
  };
  const enableTtl = (): Promise<object> =>
    call(where, 'UpdateTimeToLive', { TableName: form.name, TimeToLiveSpecification: { Enabled: true, AttributeName: form.ttl } });
  const addIndex = (local: boolean): void =>
    change({ indexes: [...form.indexes, { name: `index_${form.indexes.length + 1}`, local, hash: emptyKey(), range: emptyKey(), projection: 'ALL', include: '' }] });
  return (
    <Panel title="Create a table" onClose={onClose}>
      <form className="stack" onSubmit={(event) => { event.preventDefault(); void create(); }}>
        <Field label="Table name" value={form.name} mono autoFocus onChange={(name) => change({ name })} />
        <KeyFields label="Partition key" value={form.hash} onChange={(hash) => change({ hash })} />
        <KeyFields label="Sort key" value={form.range} hint="none" onChange={(range) => change({ range })} />
        <div className="row end">
          <Choose label="Throughput" value={form.billing} options={[['PAY_PER_REQUEST', 'on demand'], ['PROVISIONED', 'provisioned']]} onChange={(billing) => change({ billing })} />
          {form.billing === 'PROVISIONED' && <Field label="Read units" value={form.read} onChange={(read) => change({ read })} />}
          {form.billing === 'PROVISIONED' && <Field label="Write units" value={form.write} onChange={(write) => change({ write })} />}
        </div>
        {form.indexes.map((one, i) => (
          <IndexFields
            key={i} value={one} onRemove={() => change({ indexes: form.indexes.filter((_, j) => j !== i) })}
            onChange={(index) => change({ indexes: form.indexes.map((old, j) => (j === i ? index : old)) })}
          />
        ))}
        <div className="row">
          <button type="button" onClick={() => addIndex(false)}>+ global index</button>
          <button type="button" onClick={() => addIndex(true)} disabled={!form.range.name} title="Needs a sort key">+ local index</button>
        </div>
        <div className="row end">
          <Choose label="Stream" value={form.stream} options={STREAMS} onChange={(stream) => change({ stream })} />
          <Field label="Expires by attribute" value={form.ttl} mono placeholder="none" onChange={(ttl) => change({ ttl })} />
        </div>
        {error && <Failure error={error} onClose={() => setError(undefined)} />}
        <div className="row"><button className="go" disabled={!form.name || !form.hash.name}>Create table</button></div>
      </form>
      <h3>The same on the command line</h3>
      <Command text={snippet('cli', 'CreateTable', request, where).trim()} />
    </Panel>
  );
}
