// A table's definition, and the text that creates another one like it.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { call } from '../../api/client';
import { cdkText, createRequest, terraformText } from '../../api/definition';
import { describeKeys, indexesOf, isLocal, isOnDemand } from '../../api/schema';
import { snippet } from '../../api/snippets';
import type { Table } from '../../api/types';
import { bytes, count, time } from '../../base/format';
import { useLive } from '../../base/hooks';
import { setParams, usePlace } from '../../base/place';
import { useWhere } from '../../parts/session';
import { Command } from '../../parts/basic';
import type { TableView } from '../../parts/view';

const FORMS = ['CLI', 'CDK', 'Terraform', 'JavaScript', 'Python', 'JSON'] as const;
type FormName = (typeof FORMS)[number];

function text(form: FormName, table: Table, ttl: string | undefined, where: ReturnType<typeof useWhere>): string {
  const request = createRequest(table);
  const enableTtl = { TableName: table.TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: ttl } };
  switch (form) {
    case 'CDK': return cdkText({ table, ttl });
    case 'Terraform': return terraformText({ table, ttl });
    case 'JSON': return JSON.stringify(request, null, 2);
    case 'JavaScript': return snippet('javascript', 'CreateTable', request, where);
    case 'Python': return snippet('python', 'CreateTable', request, where);
    default: return snippet('cli', 'CreateTable', request, where) + (ttl ? `\n${snippet('cli', 'UpdateTimeToLive', enableTtl, where)}` : '');
  }
}

function Facts({ table, ttl }: { table: Table; ttl: string | undefined }): JSX.Element {
  const where = useWhere();
  const tags = useLive(`${where.universe}/${table.TableArn}`, () => call(where, 'ListTagsOfResource', { ResourceArn: table.TableArn }));
  const stream = table.StreamSpecification;
  return (
    <dl className="facts">
      <dt>keys</dt><dd className="mono">{describeKeys(table)}</dd>
      {indexesOf(table).map((index) => (
        <FactPair key={index.IndexName} name={isLocal(table, index.IndexName) ? 'local index' : 'global index'}>
          <span className="mono">{index.IndexName}: {describeKeys(table, index.IndexName)}</span>, projects {index.Projection?.ProjectionType?.toLowerCase().replace('_', ' ')}{' '}
          <span className="mono">{index.Projection?.NonKeyAttributes?.join(', ')}</span>
        </FactPair>
      ))}
      <dt>throughput</dt><dd>{isOnDemand(table) ? 'on demand' : `provisioned: ${table.ProvisionedThroughput?.ReadCapacityUnits} RCU, ${table.ProvisionedThroughput?.WriteCapacityUnits} WCU`}</dd>
      <dt>items</dt><dd>{count(table.ItemCount ?? 0)}, {bytes(table.TableSizeBytes ?? 0)}</dd>
      <dt>stream</dt><dd>{stream?.StreamEnabled ? stream.StreamViewType?.toLowerCase().replace(/_/g, ' ') : 'none'}</dd>
      <dt>expires by</dt><dd className={ttl ? 'mono' : undefined}>{ttl ?? 'nothing expires'}</dd>
      <dt>created</dt><dd>{time(table.CreationDateTime * 1000)}</dd>
      {tags.data?.Tags?.length ? <FactPair name="tags">{tags.data.Tags.map((tag) => `${tag.Key} = ${tag.Value}`).join(', ')}</FactPair> : null}
      <dt>arn</dt><dd className="mono">{table.TableArn}</dd>
    </dl>
  );
}

function FactPair({ name, children }: { name: string; children: ReactNode }): JSX.Element {
  return <><dt>{name}</dt><dd>{children}</dd></>;
}

function DefinitionView({ table }: { table: Table }): JSX.Element {
  const where = useWhere();
  const { params } = usePlace();
  const form = FORMS.find((one) => one === params.get('as')) ?? 'CLI';
  const ttl = useLive(`${where.universe}/${where.region}/${table.TableName}`, () => call(where, 'DescribeTimeToLive', { TableName: table.TableName }));
  const attribute = ttl.data?.TimeToLiveDescription.AttributeName;
  const shown = useMemo(() => text(form, table, attribute, where), [form, table, attribute, where]);
  return (
    <section className="work">
      <Facts table={table} ttl={attribute} />
      <h2 className="section">To make it again</h2>
      <div className="row choices">
        {FORMS.map((one) => <button key={one} type="button" className={one === form ? 'on' : undefined} aria-pressed={one === form} onClick={() => setParams({ as: one })}>{one}</button>)}
      </div>
      <Command text={shown.trim()} />
    </section>
  );
}

export const definition: TableView = { id: 'definition', title: 'Definition', Component: DefinitionView };
