// A form for a new mapping or for changing one. Settings without a field here stay unchanged.
import { useState } from 'react';
import type { EventSourceMapping, TriggerMapping } from '../../api/shapes';
import { setParams } from '../../base/place';
import { useSession } from '../../parts/session';
import { Check, Choose, Command, Failure, Field } from '../../parts/basic';
import { Panel } from '../../parts/panel';
import { useAttempt } from '../../parts/sending';
import { filtersOf, NUMBERS, settingsOf } from './mapping';

interface Props { mapping?: TriggerMapping; onSave: (mapping: EventSourceMapping, replaced?: string) => Promise<unknown> }

function initial(mapping: TriggerMapping | undefined, table: string) {
  return {
    Name: mapping?.Name ?? '', Table: mapping?.Table ?? table, by: mapping?.Command ? 'command' : 'url', url: mapping?.Url ?? '', command: mapping?.Command?.join(' ') ?? '',
    start: mapping?.StartingPosition ?? 'LATEST', numbers: Object.fromEntries(NUMBERS.map(([name, , usual]) => [name, String(mapping?.[name] ?? usual)])),
    filters: mapping?.FilterCriteria?.Filters.map((one) => one.Pattern).join('\n') ?? '', destination: mapping?.DestinationConfig?.OnFailure?.Destination ?? '',
    bisects: Boolean(mapping?.BisectBatchOnFunctionError), reports: Boolean(mapping?.FunctionResponseTypes?.length),
  };
}

export function MappingForm({ mapping, onSave }: Props): JSX.Element {
  const { where, tables } = useSession();
  const names = (tables ?? []).map((one) => one.name);
  const [form, setForm] = useState(() => initial(mapping, tables?.find((one) => one.table?.StreamSpecification?.StreamEnabled)?.name ?? names[0] ?? ''));
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const { attempt, error, forget } = useAttempt();
  const known = mapping && settingsOf(mapping);
  const members = (): EventSourceMapping => {
    const { Url: _url, Command: _command, FilterCriteria: _filters, ...rest } = known ?? { Region: where.region };
    const filters = filtersOf(form.filters);
    return {
      ...rest, Name: form.Name || form.Table, Table: form.Table,
      ...(form.by === 'url' ? { Url: form.url } : { Command: form.command === mapping?.Command?.join(' ') ? mapping.Command : ['/bin/sh', '-c', form.command] }),
      StartingPosition: form.start, ...Object.fromEntries(NUMBERS.map(([name]) => [name, Number(form.numbers[name])])),
      ...(filters.length ? { FilterCriteria: { Filters: filters } } : {}), DestinationConfig: { OnFailure: form.destination ? { Destination: form.destination } : {} },
      BisectBatchOnFunctionError: form.bisects, FunctionResponseTypes: form.reports ? ['ReportBatchItemFailures'] : [],
    };
  };
  const text = (): string => {
    try {
      return JSON.stringify({ mappings: [members()] });
    } catch (problem) {
      return (problem as Error).message;
    }
  };
  const isReady = Boolean(form.Table && (form.by === 'url' ? form.url : form.command));
  return (
    <Panel title={mapping ? `Change ${mapping.Name}` : 'New trigger'} onClose={() => setParams({ new: null, edit: null })}>
      <form className="stack" onSubmit={(event) => { event.preventDefault(); void attempt(async () => onSave(members(), mapping?.Name)); }}>
        <div className="row end">
          <Field label="Table" value={form.Table} mono onChange={(Table) => change({ Table })} />
          <Field label="Name" value={form.Name} mono placeholder={form.Table} onChange={(Name) => change({ Name })} />
        </div>
        <div className="row end">
          <Choose label="The function is" value={form.by} options={[['url', 'a URL'], ['command', 'a command']]} onChange={(by) => change({ by })} />
          {form.by === 'url'
            ? <Field label="URL" value={form.url} mono autoFocus placeholder="http://127.0.0.1:9000/…" onChange={(url) => change({ url })} />
            : <Field label="Command" value={form.command} mono hint="needs --trigger-commands" onChange={(command) => change({ command })} />}
        </div>
        <Choose label="Begins" value={form.start} options={[['LATEST', 'with what comes'], ['TRIM_HORIZON', 'with the oldest record']]} onChange={(start) => change({ start })} />
        <div className="fields">
          {NUMBERS.map(([name, label]) => <Field key={name} label={label} value={form.numbers[name]!} mono onChange={(value) => change({ numbers: { ...form.numbers, [name]: value } })} />)}
        </div>
        <div className="row"><Check label="halve a batch that fails" checked={form.bisects} onChange={(bisects) => change({ bisects })} /><Check label="the answer names failed records" checked={form.reports} onChange={(reports) => change({ reports })} /></div>
        <label className="field"><span>Patterns, one a line; one must match</span><textarea rows={2} spellCheck={false} placeholder='{"eventName": ["INSERT"]}' value={form.filters} onChange={(event) => change({ filters: event.target.value })} /></label>
        <Field label="What is given up goes to" value={form.destination} mono placeholder="nowhere" hint="a URL, or file:NAME in --trigger-dir" onChange={(destination) => change({ destination })} />
        {error && <Failure error={error} onClose={forget} />}
        <div className="row"><button className="go" disabled={!isReady}>{mapping ? 'Save' : 'Create'}</button></div>
      </form>
      <h3>The same as a file for <code>stator --triggers</code></h3>
      <Command text={text()} />
    </Panel>
  );
}
