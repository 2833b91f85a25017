// A request in the syntax of the AWS CLI, JavaScript and Python.
import type { Where } from '../base/place';
import { itemToPlain, toPlain } from './values';
import { writeJson, compactJson } from './json';
import type { Plain } from './values';
import type { Item } from './types';

export type Language = 'cli' | 'javascript' | 'python';
export const LANGUAGES: [Language, string][] = [['cli', 'AWS CLI'], ['javascript', 'JavaScript'], ['python', 'Python']];

// Converts "ExpressionAttributeValues" to "expression-attribute-values".
const dashed = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
const shell = (text: string): string =>
  /^[\w./:=,@+-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;

export const endpoint = (): string => location.origin;

function cliValue(name: string, value: unknown): string {
  const option = `--${dashed(name)}`;
  if (name === 'ScanIndexForward') return value ? '--scan-index-forward' : '--no-scan-index-forward';
  if (name === 'Limit') return `--limit ${value}`;
  if (value === true) return option;
  if (value === false) return `--no-${dashed(name)}`;
  if (typeof value === 'string' || typeof value === 'number') return `${option} ${shell(String(value))}`;
  return `${option} ${shell(JSON.stringify(value))}`;
}

function cli(operation: string, request: object, where: Where): string {
  const service = /(Streams?|ShardIterator|Records)$/.test(operation) ? 'dynamodbstreams' : 'dynamodb';
  const parts = [`aws ${service} ${dashed(operation)}`, `--endpoint-url ${endpoint()}${universePath(where)}`, `--region ${where.region}`];
  for (const [name, value] of Object.entries(request)) parts.push(cliValue(name, value));
  return parts.join(' \\\n  ');
}

const universePath = (where: Where): string => (where.universe === 'default' ? '' : `/u/${where.universe}`);

const DOCUMENT_COMMANDS: Record<string, string> = {
  GetItem: 'Get', PutItem: 'Put', UpdateItem: 'Update', DeleteItem: 'Delete', Query: 'Query', Scan: 'Scan',
  BatchWriteItem: 'BatchWrite', TransactWriteItems: 'TransactWrite', ExecuteStatement: 'ExecuteStatement',
};

// Values for the document client. Sets, binary and numbers that JavaScript cannot represent are
// left unchanged; in that case, the plain client is used.
function isSimple(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = Object.keys(value);
  if (names.length === 1 && /^(SS|NS|BS|B)$/.test(names[0]!)) return false;
  if (names.length === 1 && names[0] === 'N') {
    const text = (value as { N: string }).N;
    return typeof text !== 'string' || String(Number(text)) === text;
  }
  return Object.values(value).every(isSimple);
}

function unwrapped(request: Record<string, unknown>): Plain {
  const plain: { [name: string]: Plain } = {};
  for (const [name, value] of Object.entries(request)) {
    const isItem = /^(Item|Key|ExpressionAttributeValues|ExclusiveStartKey)$/.test(name);
    plain[name] = isItem ? itemToPlain(value as Item) : name === 'Parameters' ? (value as never[]).map(toPlain) : (value as Plain);
  }
  return plain;
}

const objectText = (plain: Plain): string => writeJson(plain).replace(/"([A-Za-z_]\w*)":/g, '$1:');

function javascript(operation: string, request: Record<string, unknown>, where: Where): string {
  const document = DOCUMENT_COMMANDS[operation];
  const url = endpoint() + universePath(where);
  const client = `new DynamoDBClient({ endpoint: '${url}', region: '${where.region}' })`;
  if (document && isSimple(request) && !/^(BatchWrite|TransactWrite)/.test(document)) {
    return `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ${document}Command } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(${client});
const reply = await client.send(new ${document}Command(${objectText(unwrapped(request))}));
`;
  }
  return `import { DynamoDBClient, ${operation}Command } from '@aws-sdk/client-dynamodb';

const client = ${client};
const reply = await client.send(new ${operation}Command(${objectText(request as Plain)}));
`;
}

function pythonText(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value as object).map(([name, one]) => `${JSON.stringify(name)}: ${pythonText(one)}`).join(', ')}}`;
  }
  return JSON.stringify(value);
}

function python(operation: string, request: Record<string, unknown>, where: Where): string {
  const method = operation.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const lines = Object.entries(request).map(([name, value]) => `    ${name}=${pythonText(value)},\n`).join('');
  return `import boto3

client = boto3.client("dynamodb", endpoint_url="${endpoint()}${universePath(where)}", region_name="${where.region}")
reply = client.${method}(
${lines})
`;
}

export function snippet(language: Language, operation: string, request: object, where: Where): string {
  const members = request as Record<string, unknown>;
  if (language === 'cli') return `${cli(operation, members, where)}\n`;
  return language === 'javascript' ? javascript(operation, members, where) : python(operation, members, where);
}

export const plainLine = (item: Item): string => compactJson(itemToPlain(item));
