// The documentation in the program: the meaning of rules, faults and settings.
import { useEffect } from 'react';
import { blocksOf, piecesOf, targetOf } from '../../api/markdown';
import type { Block, Piece } from '../../api/markdown';
import { PAGES, isPage, loadPages } from '../../api/pages';
import { useLive } from '../../base/hooks';
import { go, usePlace } from '../../base/place';
import { Choose, Command, Failure, Link } from '../../parts/basic';
import type { View } from '../../parts/view';

function OnePiece({ piece, page }: { piece: Piece; page: string }): JSX.Element {
  if (piece.kind === 'code') return <code>{piece.text}</code>;
  if (piece.kind === 'bold') return <b><Line text={piece.text} page={page} /></b>;
  if (piece.kind === 'text') return <>{piece.text}</>;
  const text = <Line text={piece.text} page={page} />;
  const target = targetOf(piece.to, page);
  if (!target) return <a href={piece.to} target="_blank" rel="noreferrer">{text}</a>;
  return isPage(target.page) ? <Link to={['docs', target.page]} with={{ at: target.at }}>{text}</Link> : text;
}

function Line({ text, page }: { text: string; page: string }): JSX.Element {
  return <>{piecesOf(text).map((piece, i) => <OnePiece key={i} piece={piece} page={page} />)}</>;
}

function OneBlock({ block, page, at }: { block: Block; page: string; at: string }): JSX.Element {
  const line = (text: string): JSX.Element => <Line text={text} page={page} />;
  switch (block.kind) {
    case 'heading': {
      const Name = (['h1', 'h2', 'h3'] as const)[Math.min(block.level, 3) - 1]!;
      return <Name id={block.id} className={block.id === at ? 'here' : undefined}>{line(block.text)}</Name>;
    }
    case 'code': return <Command text={block.text} />;
    case 'text': return <p>{line(block.text)}</p>;
    case 'list': {
      const items = block.items.map((item, i) => <li key={i}>{line(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table': return (
      <div className="tablescroll" tabIndex={0} role="region" aria-label={block.head.filter(Boolean).join(', ') || 'Table'}>
        <table className="plain">
          {block.head.some(Boolean) && <thead><tr>{block.head.map((cell, i) => <th key={i} scope="col">{cell ? line(cell) : <span className="vh">what</span>}</th>)}</tr></thead>}
          <tbody>{block.rows.map((row, i) => <tr key={i}>{row.map((cell, n) => <td key={n}>{line(cell)}</td>)}</tr>)}</tbody>
        </table>
      </div>
    );
  }
}

function Contents(): JSX.Element {
  return (
    <section className="work">
      <h1>Documentation</h1>
      <div className="sub"><span>It belongs to this Stator and comes from it.</span></div>
      <ul className="pages">{PAGES.map(([name, title]) => <li key={name}><Link to={['docs', name]}>{title}</Link></li>)}</ul>
    </section>
  );
}

function OnePage({ name, at }: { name: string; at: string }): JSX.Element {
  const pages = useLive('pages', loadPages);
  const text = pages.data?.[name];
  useEffect(() => {
    if (!text) return;
    const target = at ? document.getElementById(at) : document.querySelector('.document h1');
    target?.scrollIntoView({ block: 'start' });
  }, [text, at]);
  const blocks = text ? blocksOf(text) : [];
  return (
    <section className="work">
      <div className="head"><Link to={['docs']}>Documentation</Link><span className="grow" /><Choose label="Page" hideLabel value={name} options={PAGES} onChange={(page) => go(['docs', page])} /></div>
      {pages.error && <Failure error={pages.error} />}
      {pages.data && !text && <p>There is no page {name}.</p>}
      <article className="document">
        {blocks.map((block, i) => <OneBlock key={i} block={block} page={name} at={at} />)}
      </article>
    </section>
  );
}

function Docs(): JSX.Element {
  const { path, params } = usePlace();
  const name = path.slice(1).join('/');
  return name ? <OnePage key={name} name={name} at={params.get('at') ?? ''} /> : <Contents />;
}

export const docs: View = { id: 'docs', title: 'Documentation', group: 'Help', Component: Docs };
