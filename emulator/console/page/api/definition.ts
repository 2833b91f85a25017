// A table's definition as a CreateTable request, and in the syntax of the AWS CLI, CDK and
// Terraform.
import { indexesOf, isLocal, isOnDemand, keysOf } from './schema';
import type { Index, KeyElement, Projection, Table, Throughput } from './types';

export interface IndexDefinition {
  IndexName: string;
  KeySchema: KeyElement[];
  Projection: Projection;
  ProvisionedThroughput?: Throughput;
}

export interface CreateRequest {
  TableName: string;
  AttributeDefinitions: Table['AttributeDefinitions'];
  KeySchema: KeyElement[];
  BillingMode: 'PAY_PER_REQUEST' | 'PROVISIONED';
  ProvisionedThroughput?: Throughput;
  GlobalSecondaryIndexes?: IndexDefinition[];
  LocalSecondaryIndexes?: IndexDefinition[];
  StreamSpecification?: { StreamEnabled: true; StreamViewType: string };
  DeletionProtectionEnabled?: boolean;
  TableClass?: string;
}

export interface Definition { create: CreateRequest; ttl?: string; tags?: { Key: string; Value: string }[] }

const units = (t: Throughput | undefined): Throughput => ({
  ReadCapacityUnits: t?.ReadCapacityUnits || 1, WriteCapacityUnits: t?.WriteCapacityUnits || 1,
});

function indexDefinition(index: Index, provisioned: boolean): IndexDefinition {
  const { ProjectionType, NonKeyAttributes } = index.Projection ?? {};
  const projection: Projection = { ProjectionType };
  if (NonKeyAttributes?.length) projection.NonKeyAttributes = NonKeyAttributes;
  return {
    IndexName: index.IndexName,
    KeySchema: index.KeySchema,
    Projection: projection,
    ...(provisioned ? { ProvisionedThroughput: units(index.ProvisionedThroughput) } : {}),
  };
}

export function createRequest(table: Table): CreateRequest {
  const provisioned = !isOnDemand(table);
  const request: CreateRequest = {
    TableName: table.TableName,
    AttributeDefinitions: table.AttributeDefinitions,
    KeySchema: table.KeySchema,
    BillingMode: provisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
  };
  if (provisioned) request.ProvisionedThroughput = units(table.ProvisionedThroughput);
  const [global, local] = [table.GlobalSecondaryIndexes ?? [], table.LocalSecondaryIndexes ?? []];
  if (global.length) request.GlobalSecondaryIndexes = global.map((index) => indexDefinition(index, provisioned));
  if (local.length) request.LocalSecondaryIndexes = local.map((index) => indexDefinition(index, false));
  const stream = table.StreamSpecification;
  if (stream?.StreamEnabled) request.StreamSpecification = { StreamEnabled: true, StreamViewType: stream.StreamViewType! };
  if (table.DeletionProtectionEnabled) request.DeletionProtectionEnabled = true;
  if (table.TableClassSummary && table.TableClassSummary.TableClass !== 'STANDARD') request.TableClass = table.TableClassSummary.TableClass;
  return request;
}

// ---- CDK (TypeScript) ----

const CDK_TYPES: Record<string, string> = { S: 'STRING', N: 'NUMBER', B: 'BINARY' };

class Cdk {
  constructor(private table: Table) {}

  private attribute(name: string): string {
    const type = this.table.AttributeDefinitions.find((one) => one.AttributeName === name)?.AttributeType ?? 'S';
    return `{ name: '${name}', type: dynamodb.AttributeType.${CDK_TYPES[type]} }`;
  }

  private keys(index: string, indent: string): string {
    const { hash, range } = keysOf(this.table, index);
    const sort = range ? `\n${indent}sortKey: ${this.attribute(range)},` : '';
    return `${indent}partitionKey: ${this.attribute(hash)},${sort}`;
  }

  private index(index: Index): string {
    const local = isLocal(this.table, index.IndexName);
    const { ProjectionType, NonKeyAttributes } = index.Projection ?? {};
    const projection = ProjectionType === 'INCLUDE'
      ? `\n      projectionType: dynamodb.ProjectionType.INCLUDE,\n      nonKeyAttributes: ${JSON.stringify(NonKeyAttributes)},`
      : ProjectionType === 'KEYS_ONLY' ? '\n      projectionType: dynamodb.ProjectionType.KEYS_ONLY,' : '';
    const keys = local ? `      sortKey: ${this.attribute(keysOf(this.table, index.IndexName).range!)},` : this.keys(index.IndexName, '      ');
    return `    {\n      indexName: '${index.IndexName}',\n${keys}${projection}\n    },`;
  }

  private indexes(member: string, list: Index[] | undefined): string {
    return list?.length ? `\n  ${member}: [\n${list.map((one) => this.index(one)).join('\n')}\n  ],` : '';
  }

  text(ttl?: string): string {
    const { table } = this;
    const rcu = units(table.ProvisionedThroughput);
    const billing = isOnDemand(table)
      ? 'dynamodb.Billing.onDemand()'
      : `dynamodb.Billing.provisioned({
    readCapacity: dynamodb.Capacity.fixed(${rcu.ReadCapacityUnits}),
    writeCapacity: dynamodb.Capacity.autoscaled({ maxCapacity: ${rcu.WriteCapacityUnits} }),
  })`;
    const stream = table.StreamSpecification?.StreamEnabled
      ? `\n  dynamoStream: dynamodb.StreamViewType.${table.StreamSpecification.StreamViewType},` : '';
    return `import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';

new dynamodb.TableV2(this, '${table.TableName.replace(/\W/g, '')}', {
  tableName: '${table.TableName}',
${this.keys('', '  ')}
  billing: ${billing},${stream}${ttl ? `\n  timeToLiveAttribute: '${ttl}',` : ''}${
  table.DeletionProtectionEnabled ? '\n  deletionProtection: true,' : ''}${
  this.indexes('globalSecondaryIndexes', table.GlobalSecondaryIndexes)}${
  this.indexes('localSecondaryIndexes', table.LocalSecondaryIndexes)}
});
`;
  }
}

export const cdkText = ({ table, ttl }: { table: Table; ttl?: string }): string => new Cdk(table).text(ttl);

// ---- Terraform ----

// Pads names so that the equals signs form a column, like terraform fmt.
function block(indent: string, pairs: [string, string][]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${indent}${name.padEnd(width)} = ${value}`).join('\n');
}

const quoted = (text: string): string => JSON.stringify(text);

function terraformIndex(table: Table, index: Index): string {
  const { hash, range } = keysOf(table, index.IndexName);
  const local = isLocal(table, index.IndexName);
  const pairs: [string, string][] = [['name', quoted(index.IndexName)]];
  if (!local) pairs.push(['hash_key', quoted(hash)]);
  if (range) pairs.push(['range_key', quoted(range)]);
  pairs.push(['projection_type', quoted(index.Projection?.ProjectionType ?? 'ALL')]);
  if (index.Projection?.NonKeyAttributes?.length) {
    pairs.push(['non_key_attributes', `[${index.Projection.NonKeyAttributes.map(quoted).join(', ')}]`]);
  }
  if (!local && !isOnDemand(table)) {
    const rcu = units(index.ProvisionedThroughput);
    pairs.push(['read_capacity', String(rcu.ReadCapacityUnits)], ['write_capacity', String(rcu.WriteCapacityUnits)]);
  }
  return `\n  ${local ? 'local' : 'global'}_secondary_index {\n${block('    ', pairs)}\n  }\n`;
}

export function terraformText({ table, ttl }: { table: Table; ttl?: string }): string {
  const { hash, range } = keysOf(table);
  const pairs: [string, string][] = [['name', quoted(table.TableName)], ['billing_mode', quoted(isOnDemand(table) ? 'PAY_PER_REQUEST' : 'PROVISIONED')]];
  if (!isOnDemand(table)) {
    const rcu = units(table.ProvisionedThroughput);
    pairs.push(['read_capacity', String(rcu.ReadCapacityUnits)], ['write_capacity', String(rcu.WriteCapacityUnits)]);
  }
  pairs.push(['hash_key', quoted(hash)]);
  if (range) pairs.push(['range_key', quoted(range)]);
  const stream = table.StreamSpecification;
  if (stream?.StreamEnabled) pairs.push(['stream_enabled', 'true'], ['stream_view_type', quoted(stream.StreamViewType!)]);
  if (table.DeletionProtectionEnabled) pairs.push(['deletion_protection_enabled', 'true']);
  const attributes = table.AttributeDefinitions.map(
    (one) => `\n  attribute {\n${block('    ', [['name', quoted(one.AttributeName)], ['type', quoted(one.AttributeType)]])}\n  }\n`,
  ).join('');
  const indexes = indexesOf(table).map((index) => terraformIndex(table, index)).join('');
  const time = ttl ? `\n  ttl {\n${block('    ', [['attribute_name', quoted(ttl)], ['enabled', 'true']])}\n  }\n` : '';
  const label = table.TableName.replace(/\W/g, '_').toLowerCase();
  return `resource "aws_dynamodb_table" ${quoted(label)} {\n${block('  ', pairs)}\n${attributes}${indexes}${time}}\n`;
}
