// The request builder: index, keys, filters; and the resulting expressions.
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { indexesOf, keysOf, typeOfKey } from '../../api/schema';
import { OPERATORS, SORT_OPERATORS, isQuery, toRequest, valuesNeeded } from '../../api/question';
import type { Condition, Operator, Question, ScalarType } from '../../api/question';
import type { Table, Value } from '../../api/types';
import { cellText } from '../../api/values';
import { Check } from '../../parts/basic';

interface Props { table: Table; question: Question; names: string[]; onChange: (question: Question) => void }

const TYPES: [ScalarType, string][] = [['S', 'string'], ['N', 'number'], ['BOOL', 'boolean'], ['NULL', 'null'], ['B', 'binary']];
const WORDS: Partial<Record<Operator, string>> = { begins_with: 'begins with', not_exists: 'is missing', exists: 'exists' };

const operatorOptions = (operators: readonly Operator[]): JSX.Element[] =>
  operators.map((one) => <option key={one} value={one}>{WORDS[one] ?? one}</option>);

interface ValueProps { label: string; value: string; onChange: (value: string) => void; placeholder?: string; id?: string }

// As wide as its content.
function ValueInput({ label, value, onChange, placeholder = 'value', id }: ValueProps): JSX.Element {
  return (
    <input
      id={id} aria-label={label} value={value} placeholder={placeholder} spellCheck={false} autoComplete="off"
      style={{ width: `${Math.min(Math.max(value.length, placeholder.length) + 3, 30)}ch` }} onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Values({ condition, label, onChange }: { condition: Condition; label: string; onChange: (values: string[]) => void }): JSX.Element | null {
  const { operator, type, values } = condition;
  if (valuesNeeded(operator) === 0 || type === 'NULL') return null;
  if (type === 'BOOL') {
    return (
      <select aria-label={label} value={values[0] ?? 'true'} onChange={(event) => onChange([event.target.value])}>
        <option>true</option><option>false</option>
      </select>
    );
  }
  if (operator === 'in') {
    return <ValueInput label={label} placeholder="a, b, c" value={values.join(', ')} onChange={(text) => onChange(text.split(/,\s*/))} />;
  }
  const set = (i: number) => (value: string): void => onChange(Object.assign([...values], { [i]: value }));
  return (
    <>
      <ValueInput label={label} value={values[0] ?? ''} onChange={set(0)} />
      {operator === 'between' && <><span>and</span><ValueInput label={`${label}, upper end`} value={values[1] ?? ''} onChange={set(1)} /></>}
    </>
  );
}

function KeyChips({ table, question, onChange }: Omit<Props, 'names'>): JSX.Element {
  const { hash, range } = keysOf(table, question.index);
  const sort = question.sort ?? (range ? { name: range, operator: '=' as Operator, type: typeOfKey(table, range), values: [] } : undefined);
  const setSort = (part: Partial<Condition>): void => {
    const next = { ...sort!, ...part };
    onChange({ ...question, sort: next.values.some((value) => value !== '') || part.operator ? next : undefined });
  };
  return (
    <>
      <span className="chip">
        <span>{hash} =</span>
        <ValueInput
          id="ask-partition" label={`Partition key ${hash}`} placeholder="any" value={question.partition ?? ''}
          onChange={(text) => onChange({ ...question, partition: text === '' ? undefined : text })}
        />
      </span>
      {sort && isQuery(question) && (
        <span className="chip">
          <span>{sort.name}</span>
          <select className="short" aria-label={`How ${sort.name} is compared`} value={sort.operator} onChange={(event) => setSort({ operator: event.target.value as Operator })}>
            {operatorOptions(typeOfKey(table, sort.name) === 'N' ? SORT_OPERATORS.filter((one) => one !== 'begins_with') : SORT_OPERATORS)}
          </select>
          <Values condition={sort} label={`Sort key ${sort.name}`} onChange={(values) => setSort({ values })} />
        </span>
      )}
    </>
  );
}

function FilterChip({ filter, names, onChange, onRemove }: { filter: Condition; names: string[]; onChange: (filter: Condition) => void; onRemove: () => void }): JSX.Element {
  return (
    <span className="chip">
      <input
        aria-label="Attribute to filter by" list="attribute-names" value={filter.name} placeholder="attribute" spellCheck={false} autoComplete="off"
        style={{ width: `${Math.max(filter.name.length, 9) + 3}ch` }} onChange={(event) => onChange({ ...filter, name: event.target.value })}
      />
      <select aria-label="How it is compared" value={filter.operator} onChange={(event) => onChange({ ...filter, operator: event.target.value as Operator })}>
        {operatorOptions(OPERATORS)}
      </select>
      {valuesNeeded(filter.operator) > 0 && (
        <select aria-label="Type of the value" value={filter.type} onChange={(event) => onChange({ ...filter, type: event.target.value as ScalarType, values: event.target.value === 'BOOL' ? ['true'] : filter.values })}>
          {TYPES.map(([type, text]) => <option key={type} value={type}>{text}</option>)}
        </select>
      )}
      <Values condition={filter} label={`Value of ${filter.name || 'the filter'}`} onChange={(values) => onChange({ ...filter, values })} />
      <button type="button" className="quiet" aria-label={`Remove the filter ${filter.name}`} onClick={onRemove}>×</button>
      <datalist id="attribute-names">{names.map((name) => <option key={name} value={name} />)}</datalist>
    </span>
  );
}

export function Builder(props: Props): JSX.Element {
  const { table, question, names, onChange } = props;
  const setFilter = (i: number, filter: Condition | undefined): void =>
    onChange({ ...question, filters: question.filters.flatMap((old, j) => (j !== i ? [old] : filter ? [filter] : [])) });
  const indexes = indexesOf(table);
  const isGlobal = (table.GlobalSecondaryIndexes ?? []).some((one) => one.IndexName === question.index);
  return (
    <>
      <span className="chip">
        <span>{isQuery(question) ? 'query' : 'scan'}</span>
        <select aria-label="Table or index to read" value={question.index} onChange={(event) => onChange({ ...question, index: event.target.value, sort: undefined, consistent: false })}>
          <option value="">{table.TableName}</option>
          {indexes.map((one) => <option key={one.IndexName} value={one.IndexName}>{one.IndexName}</option>)}
        </select>
      </span>
      <KeyChips table={table} question={question} onChange={onChange} />
      {question.filters.map((filter, i) => (
        <FilterChip key={i} filter={filter} names={names} onChange={(next) => setFilter(i, next)} onRemove={() => setFilter(i, undefined)} />
      ))}
      <button type="button" className="quiet" onClick={() => onChange({ ...question, filters: [...question.filters, { name: '', operator: '=', type: 'S', values: [''] }] })}>+ filter</button>
      {isQuery(question) && <Check label="descending" checked={question.descending} onChange={(descending) => onChange({ ...question, descending })} />}
      {!isGlobal && <Check label="consistent" checked={question.consistent} onChange={(consistent) => onChange({ ...question, consistent })} />}
      <span className="chip"><span>limit</span><ValueInput label="Limit of a page" placeholder="1 MB" value={question.limit ? String(question.limit) : ''} onChange={(text) => onChange({ ...question, limit: Number(text.replace(/\D/g, '')) || undefined })} /></span>
    </>
  );
}

const valueText = (value: Value): string => ('S' in value ? JSON.stringify(value.S) : cellText(value));

// An expression with the values of its placeholders.
function filled(text: string, names: Record<string, string> = {}, values: Record<string, Value> = {}): ReactNode {
  return text.split(/([#:][\w]+)/).map((part, i) => {
    if (part[0] === '#') return <Fragment key={i}>{names[part] ?? part}</Fragment>;
    if (part[0] === ':') return <b key={i}>{values[part] ? valueText(values[part]!) : part}</b>;
    return part;
  });
}

// The request in DynamoDB's syntax.
export function Said({ table, question }: { table: Table; question: Question }): JSX.Element {
  const request = toRequest(table, question);
  const show = (text: string): ReactNode => filled(text, request.ExpressionAttributeNames, request.ExpressionAttributeValues);
  return (
    <div className="said">
      {request.KeyConditionExpression ? <>Query where {show(request.KeyConditionExpression)}</> : <>Scan: every item is read and paid for</>}
      {request.FilterExpression && <>; then keep {show(request.FilterExpression)}</>}
    </div>
  );
}
