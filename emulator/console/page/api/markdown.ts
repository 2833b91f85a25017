// Parses the Markdown of this project's documentation: headings, text, code, tables, lists.

export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] };

// Returns the anchor that GitHub and the site give a heading.
export const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').trim().replace(/ /g, '-');

const ITEM = /^(?:[-*]|\d+\.) /;

const cells = (line: string): string[] => line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((one) => one.trim().replace(/\\\|/g, '|'));

class Reader {
  private at = 0;
  readonly blocks: Block[] = [];

  constructor(private lines: string[]) {
    while (this.at < lines.length) this.block();
  }

  // Takes the following lines while `fits` returns true.
  private take(fits: (line: string) => boolean): string[] {
    const start = this.at;
    while (this.at < this.lines.length && fits(this.lines[this.at]!)) this.at++;
    return this.lines.slice(start, this.at);
  }

  private block(): void {
    const line = this.lines[this.at]!;
    const heading = /^(#+) (.*)/.exec(line);
    if (heading) {
      this.at++;
      this.blocks.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]!, id: anchorOf(heading[2]!) });
    } else if (line.startsWith('```')) this.code();
    else if (line.startsWith('|')) this.table();
    else if (ITEM.test(line)) this.list(/^\d/.test(line));
    else if (/^\s*$|^<!--|^!\[/.test(line)) this.at++;
    else this.blocks.push({ kind: 'text', text: this.take((one) => !/^\s*$|^#|^```|^\|/.test(one) && !ITEM.test(one)).join(' ') });
  }

  private code(): void {
    this.at++;
    const text = this.take((line) => !line.startsWith('```')).join('\n');
    this.at++;
    this.blocks.push({ kind: 'code', text });
  }

  private table(): void {
    const [head, , ...rows] = this.take((line) => line.startsWith('|')).map(cells);
    this.blocks.push({ kind: 'table', head: head!, rows });
  }

  private list(ordered: boolean): void {
    const items: string[] = [];
    for (const line of this.take((one) => ITEM.test(one) || /^ {2,}\S/.test(one))) {
      if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    this.blocks.push({ kind: 'list', ordered, items });
  }
}

export const blocksOf = (text: string): Block[] => new Reader(text.split('\n')).blocks;

export type Piece =
  | { kind: 'text'; text: string } | { kind: 'code'; text: string } | { kind: 'bold'; text: string } | { kind: 'link'; text: string; to: string };

// The elements within a line.
export function piecesOf(text: string): Piece[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[(?:`[^`]+`|[^\]])+\]\([^)]+\))/).filter(Boolean).map((part): Piece => {
    const link = /^\[(.+)\]\(([^)]+)\)$/.exec(part);
    if (link) return { kind: 'link', text: link[1]!, to: link[2]! };
    if (part.startsWith('`') && part.endsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
    if (part.startsWith('**') && part.endsWith('**')) return { kind: 'bold', text: part.slice(2, -2) };
    return { kind: 'text', text: part };
  });
}

// Resolves a link to another page: "../CLOCK.md#steps" from recipes/time.md is CLOCK.md and steps.
// Undefined for external addresses.
export function targetOf(to: string, from: string): { page: string; at: string } | undefined {
  if (/^[a-z]+:/.test(to)) return undefined;
  const [path = '', at = ''] = to.split('#');
  if (path === '') return { page: from, at };
  const parts = from.split('/').slice(0, -1);
  for (const one of path.split('/')) {
    if (one === '..') parts.pop();
    else parts.push(one);
  }
  return { page: parts.join('/'), at };
}
