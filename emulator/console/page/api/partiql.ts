// Converts the builder's request to a PartiQL SELECT, and back if the builder can show the
// statement.
import { isComplete, isQuery } from './question';
import type { Condition, Operator, Question, ScalarType } from './question';
import { findIndex, keysOf, typeOfKey } from './schema';
import type { Table } from './types';

const quoted = (path: string): string =>
  path.split('.').map((part) => part.replace(/^([^[]*)/, '"$1"')).join('.');

function literal(type: ScalarType, text: string): string {
  if (type === 'N') return text;
  if (type === 'BOOL') return text === 'true' ? 'true' : 'false';
  if (type === 'NULL') return 'null';
  return `'${text.replace(/'/g, "''")}'`;
}

function written(condition: Condition): string {
  const name = quoted(condition.name);
  const values = condition.values.map((value) => literal(condition.type, value));
  if (condition.type === 'NULL' && !values.length) values.push('null');
  switch (condition.operator) {
    case 'between': return `${name} BETWEEN ${values[0]} AND ${values[1]}`;
    case 'begins_with':
    case 'contains': return `${condition.operator}(${name}, ${values[0]})`;
    case 'in': return `${name} IN [${values.join(', ')}]`;
    case 'exists': return `${name} IS NOT MISSING`;
    case 'not_exists': return `${name} IS MISSING`;
    default: return `${name} ${condition.operator} ${values[0]}`;
  }
}

export function toStatement(table: Table, question: Question): string {
  const { hash, range } = keysOf(table, question.index);
  const conditions: Condition[] = [];
  if (isQuery(question)) {
    conditions.push({ name: hash, operator: '=', type: typeOfKey(table, hash), values: [question.partition ?? ''] });
    if (question.sort && isComplete(question.sort)) conditions.push(question.sort);
  }
  conditions.push(...question.filters.filter(isComplete));
  const from = `"${table.TableName}"${question.index ? `."${question.index}"` : ''}`;
  const where = conditions.length ? ` WHERE ${conditions.map(written).join(' AND ')}` : '';
  const order = question.descending && isQuery(question) && range ? ` ORDER BY "${range}" DESC` : '';
  return `SELECT * FROM ${from}${where}${order}`;
}

interface Token { kind: 'name' | 'word' | 'string' | 'number' | 'sign'; text: string }

const TOKEN = /\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(<>|!=|<=|>=|[=<>(),.[\]*]))/y;

function tokens(text: string): Token[] | undefined {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, name, string, number, word, sign] = match;
    if (name !== undefined) found.push({ kind: 'name', text: name.replace(/""/g, '"') });
    else if (string !== undefined) found.push({ kind: 'string', text: string.replace(/''/g, "'") });
    else if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (word !== undefined) found.push({ kind: 'word', text: word });
    else found.push({ kind: 'sign', text: sign! });
  }
  return found;
}

class NotShown extends Error {}

// Reads SELECT * FROM … WHERE a AND b …; throws NotShown for any other PartiQL.
class Parser {
  private at = 0;

  constructor(private all: Token[]) {}

  get done(): boolean {
    return this.at >= this.all.length;
  }

  takes(text: string): boolean {
    const token = this.all[this.at];
    const fits = token && (token.kind === 'word' || token.kind === 'sign') && token.text.toUpperCase() === text;
    if (fits) this.at++;
    return Boolean(fits);
  }

  must(text: string): void {
    if (!this.takes(text)) throw new NotShown(text);
  }

  private next(...kinds: Token['kind'][]): Token {
    const token = this.all[this.at++];
    if (!token || !kinds.includes(token.kind)) throw new NotShown();
    return token;
  }

  path(): string {
    let path = this.next('name', 'word').text;
    for (;;) {
      if (this.takes('.')) path += `.${this.next('name', 'word').text}`;
      else if (this.takes('[')) { path += `[${this.next('number').text}]`; this.must(']'); }
      else return path;
    }
  }

  names(): string[] {
    const names = [this.next('name', 'word').text];
    while (this.takes('.')) names.push(this.next('name', 'word').text);
    return names;
  }

  value(): [ScalarType, string] {
    const token = this.next('string', 'number', 'word');
    if (token.kind === 'string') return ['S', token.text];
    if (token.kind === 'number') return ['N', token.text];
    const word = token.text.toLowerCase();
    if (word === 'true' || word === 'false') return ['BOOL', word];
    if (word === 'null') return ['NULL', ''];
    throw new NotShown();
  }

  condition(): Condition {
    for (const name of ['begins_with', 'contains'] as const) {
      if (!this.takes(name.toUpperCase())) continue;
      this.must('(');
      const path = this.path();
      this.must(',');
      const [type, value] = this.value();
      this.must(')');
      return { name: path, operator: name, type, values: [value] };
    }
    return this.comparison(this.path());
  }

  private comparison(name: string): Condition {
    if (this.takes('IS')) {
      const operator = this.takes('NOT') ? 'exists' : 'not_exists';
      this.must('MISSING');
      return { name, operator, type: 'S', values: [] };
    }
    if (this.takes('BETWEEN')) {
      const [type, low] = this.value();
      this.must('AND');
      return { name, operator: 'between', type, values: [low, this.value()[1]] };
    }
    if (this.takes('IN')) return this.inList(name);
    const sign = this.next('sign').text;
    const operator = (sign === '!=' ? '<>' : sign) as Operator;
    if (!['=', '<>', '<', '<=', '>', '>='].includes(operator)) throw new NotShown();
    const [type, value] = this.value();
    return { name, operator, type, values: [value] };
  }

  private inList(name: string): Condition {
    const end = this.takes('[') ? ']' : ')';
    if (end === ')') this.must('(');
    const values: string[] = [];
    let type: ScalarType = 'S';
    do {
      const [one, value] = this.value();
      type = one;
      values.push(value);
    } while (this.takes(','));
    this.must(end);
    return { name, operator: 'in', type, values };
  }
}

function place(table: Table, index: string, conditions: Condition[], descending: boolean): Question {
  const { hash, range } = keysOf(table, index);
  const partition = conditions.find((one) => one.name === hash && one.operator === '=');
  const sort = partition && conditions.find((one) => one.name === range && !['<>', 'contains', 'in', 'exists', 'not_exists'].includes(one.operator));
  return {
    index,
    partition: partition?.values[0],
    sort: sort || undefined,
    filters: conditions.filter((one) => one !== partition && one !== sort),
    descending,
    consistent: false,
  };
}

// Undefined for a statement that the builder cannot show; such a statement can still be run.
export function fromStatement(table: Table, statement: string): Question | undefined {
  const all = tokens(statement);
  if (!all) return undefined;
  const parser = new Parser(all);
  try {
    for (const word of ['SELECT', '*', 'FROM']) parser.must(word);
    const [name, index = '', more] = parser.names();
    if (name !== table.TableName || more !== undefined || (index && !findIndex(table, index))) return undefined;
    const conditions: Condition[] = [];
    if (parser.takes('WHERE')) {
      do conditions.push(parser.condition()); while (parser.takes('AND'));
    }
    let descending = false;
    if (parser.takes('ORDER')) {
      parser.must('BY');
      parser.path();
      descending = parser.takes('DESC') || (parser.takes('ASC'), false);
    }
    return parser.done ? place(table, index, conditions, descending) : undefined;
  } catch (error) {
    if (error instanceof NotShown) return undefined;
    throw error;
  }
}
