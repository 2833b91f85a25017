// JSON parser that keeps the text of numbers and reports the position of errors.
import { NumberText } from './values';
import type { Plain } from './values';

export class JsonError extends Error {
  constructor(message: string, readonly line: number) {
    super(`Line ${line}: ${message}`);
  }
}

class Reader {
  private at = 0;

  constructor(private text: string) {}

  document(): Plain {
    const value = this.value();
    this.blanks();
    if (this.at < this.text.length) this.fail('something follows the end');
    return value;
  }

  private fail(message: string): never {
    throw new JsonError(message, this.text.slice(0, this.at).split('\n').length);
  }

  private blanks(): void {
    while (/[\s]/.test(this.text[this.at] ?? '')) this.at++;
  }

  private peek(): string {
    this.blanks();
    return this.text[this.at] ?? '';
  }

  private expect(character: string, where: string): void {
    if (this.peek() !== character) this.fail(`a ${character} is missing ${where}`);
    this.at++;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private value(): Plain {
    const first = this.peek();
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    if (first === '"') return this.string();
    const word = this.match(/true|false|null/y);
    if (word) return word === 'null' ? null : word === 'true';
    const number = this.match(/-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y);
    if (number !== undefined) return new NumberText(number);
    return this.fail(first === '' ? 'the text ends too early' : `a value cannot begin with ${first}`);
  }

  private string(): string {
    const token = this.match(/"(?:[^"\\\n]|\\.)*"/y);
    if (token === undefined) this.fail('a string does not end');
    try {
      return JSON.parse(token!) as string;
    } catch {
      return this.fail('a string has an escape or a character that JSON does not know');
    }
  }

  private array(): Plain[] {
    const list: Plain[] = [];
    this.at++;
    if (this.peek() === ']') { this.at++; return list; }
    for (;;) {
      list.push(this.value());
      if (this.peek() === ',') { this.at++; continue; }
      this.expect(']', 'at the end of a list');
      return list;
    }
  }

  private object(): { [name: string]: Plain } {
    const members: { [name: string]: Plain } = Object.create(null);
    this.at++;
    if (this.peek() === '}') { this.at++; return { ...members }; }
    for (;;) {
      if (this.peek() !== '"') this.fail('a name must be in double quotes');
      const name = this.string();
      if (name in members) this.fail(`${JSON.stringify(name)} is there twice`);
      this.expect(':', 'after a name');
      members[name] = this.value();
      if (this.peek() === ',') { this.at++; continue; }
      this.expect('}', 'at the end of a map');
      return { ...members };
    }
  }
}

export const parseJson = (text: string): Plain => new Reader(text).document();

// Formats small lists and maps on one line, and the others indented by two spaces.
export function writeJson(plain: Plain, indent = ''): string {
  if (plain instanceof NumberText) return plain.text;
  if (plain === null || typeof plain !== 'object') return JSON.stringify(plain);
  const deeper = `${indent}  `;
  const parts = Array.isArray(plain)
    ? plain.map((one) => writeJson(one, deeper))
    : Object.entries(plain).map(([name, one]) => `${JSON.stringify(name)}: ${writeJson(one, deeper)}`);
  const [start, end] = Array.isArray(plain) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return start + end;
  const line = Array.isArray(plain) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent && line.length + indent.length <= 64 && !line.includes('\n')) return line;
  return `${start}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${end}`;
}

// Formats everything on one line, as in exports.
export function compactJson(plain: Plain): string {
  if (plain instanceof NumberText) return plain.text;
  if (plain === null || typeof plain !== 'object') return JSON.stringify(plain);
  if (Array.isArray(plain)) return `[${plain.map(compactJson).join()}]`;
  return `{${Object.entries(plain).map(([name, one]) => `${JSON.stringify(name)}:${compactJson(one)}`).join()}}`;
}
