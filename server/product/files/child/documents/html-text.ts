import { Parser } from 'htmlparser2';
import { UnreadableError } from '../archive/open-archive.ts';
import { addText } from '../styled-text.ts';
import { MathText } from './math-text.ts';
import type { SectionText } from './section-text.ts';

/** Elements whose text nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'object',
]);
/** Elements within a line of text; any other begins and ends one. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark math q rp rt ruby s samp small span strong sub sup time tt u var wbr img input button'.split(
    ' ',
  ),
);
const HEADING = /^h([1-6])$/;
const RAISED = /vertical-align\s*:\s*super/i;
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** As pages have exponents and marks of notes, and e-books leave to a style sheet. */
const isRaised = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === 'sup' ||
  RAISED.test(attributes['style'] ?? '') ||
  /\bnoteref\b/.test(`${attributes['role']} ${attributes['epub:type']}`);

const STRUCK = /text-decoration(?:-line)?\s*:[^;]*line-through/i;

const isStruck = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  /^(?:s|del|strike)$/.test(name) || STRUCK.test(attributes['style'] ?? '');

/** Levels of elements. Tags that nobody closed make some thousands; the parser's time grows with their square. */
const DEPTH_MAX = 20_000;

/** Adds the visible text of a web page, its title first. Nothing is run or loaded. Throws UnreadableError. */
export function addHtml(text: SectionText, html: string): void {
  let line = '';
  /** Cells of the rows that are open, the innermost last: pages and emails are laid out by tables within tables. */
  const rows: string[][] = [];
  /** Elements that are open within a hidden one. */
  let hidden: string[] = [];
  /** Levels of the raised elements that are open. */
  const raised: number[] = [];
  /** The same of struck ones. */
  const struck: number[] = [];
  let math: MathText | null = null;
  let depth = 0;
  const flush = (): void => {
    const cells = rows.at(-1);
    if (cells === undefined) text.line(line);
    else if (cells.length > 0) cells.push(`${cells.pop() ?? ''} ${line}`);
    line = '';
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEPTH_MAX) throw new UnreadableError('broken', 'its elements are nested too deeply');
        const isHidden = 'hidden' in attributes || HIDDEN.test(attributes['style'] ?? '');
        if (hidden.length > 0 || UNSEEN.has(name) || (isHidden && !VOID.has(name))) {
          hidden.push(name);
          return;
        }
        if (math !== null) {
          math.open(name, attributes);
          return;
        }
        if (name === 'math') math = new MathText();
        if (isRaised(name, attributes)) raised.push(depth);
        if (isStruck(name, attributes)) struck.push(depth);
        if (INLINE.has(name)) return;
        flush();
        if (name === 'tr') {
          // What stands before a table in a cell is read before it, and what stands behind it after it.
          const outer = rows.pop();
          if (outer) {
            text.row(outer);
            rows.push(['']);
          }
          rows.push([]);
        } else if (name === 'td' || name === 'th') rows.at(-1)?.push('');
      },
      ontext(more) {
        if (hidden.length > 0) return;
        if (math !== null) math.add(more);
        else line = addText(line, more, { isRaised: raised.length > 0, isStruck: struck.length > 0 });
      },
      onclosetag(name) {
        // An element whose tag the end of the file cuts off is closed, but was never opened.
        depth = Math.max(0, depth - 1);
        for (const open of [raised, struck]) while ((open.at(-1) ?? 0) > depth) open.pop();
        if (hidden.length > 0) {
          hidden = hidden.slice(0, Math.max(0, hidden.lastIndexOf(name)));
          return;
        }
        if (math !== null) {
          if (name !== 'math') math.close();
          else {
            line += math.end();
            math = null;
          }
          return;
        }
        if (INLINE.has(name)) return;
        const level = HEADING.exec(name)?.[1];
        if (level !== undefined && rows.length === 0) {
          text.heading(Number(level), line);
          line = '';
        } else flush();
        const row = name === 'tr' ? rows.pop() : undefined;
        if (row) text.row(row);
      },
    },
    { lowerCaseTags: true },
  );
  parser.end(html);
  flush();
}

/** Elements that never close. */
const VOID: ReadonlySet<string> = new Set([
  'img',
  'input',
  'br',
  'hr',
  'meta',
  'link',
  'source',
  'col',
  'area',
  'wbr',
]);
