import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { datesIn, type WrittenDate } from '#server/lib/dates-in.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { DomDocument, DomElement } from './dom.ts';
import { toBlocks } from './to-blocks.ts';

/** Elements without text for readers. */
const NO_TEXT =
  'script, style, template, noscript, iframe, object, embed, svg, canvas, audio, video, select, button, input, textarea, dialog, nav';

/**
 * Common ways to hide text from people. Doesn't cover text in the background's colour, because layout isn't computed.
 */
const HIDDEN_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|opacity\s*:\s*0(\.0*)?\s*(;|!|$)|font-size\s*:\s*[01](\.\d+)?\s*(px|pt|em|rem|%)?\s*(;|!|$)|(left|right|top|text-indent)\s*:\s*-\d{3,}|clip(-path)?\s*:\s*(rect\(\s*[01]|inset\(\s*(50|100)%)|(width|height)\s*:\s*[01](px)?\s*(;|!|$)|transform\s*:[^;]*scale\(\s*0\s*\)/i;

/** Removes what a person wouldn't see from a document. */
function withoutHidden(document: DomDocument): void {
  for (const element of document.querySelectorAll(NO_TEXT)) element.remove();
  for (const element of document.querySelectorAll('[hidden], [aria-hidden="true"], [inert]'))
    element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (HIDDEN_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  }
  // Classes that sites use for text that is only for screen readers, or hidden.
  for (const element of document.querySelectorAll('.sr-only, .visually-hidden, .hidden, .invisible'))
    element.remove();
}

export interface HtmlText {
  readonly title: string;
  readonly date: string | null;
  readonly language: string | null;
  readonly blocks: readonly string[];
}

/** Enough for the longest articles. */
const MAX_ELEMENTS = 30_000;

/** Extracts the main text of an HTML page. It may take long or run out of memory, so it runs in a thread. */
export function readHtml(html: string): HtmlText {
  const { document }: { document: DomDocument } = parseHTML(html);
  const title = oneLine(metaOf(document, 'og:title') ?? document.title ?? '').slice(0, 300);
  const date = dateOf(document);
  const language = document.documentElement?.getAttribute('lang')?.trim().slice(0, 20) || null;
  withoutHidden(document);
  const body = document.body;
  const whole = body ? toBlocks(body) : [];
  const main = mainOf(document);
  const blocks = main ? toBlocks(main) : [];
  // If little is left, the page wasn't an article: a table, a list of dates, an address.
  return { title, date, language, blocks: lengthOf(blocks) >= lengthOf(whole) / 5 ? blocks : whole };
}

function mainOf(document: DomDocument): DomElement | null {
  if (document.querySelectorAll('*').length > MAX_ELEMENTS) return null;
  const options = { charThreshold: 200, serializer: (node: DomElement) => node };
  return new Readability<DomElement>(document, options).parse()?.content ?? null;
}

const DATE_NAMES = ['article:published_time', 'datePublished', 'date', 'DC.date', 'dcterms.date', 'pubdate'];

function dateOf(document: DomDocument): string | null {
  const named = DATE_NAMES.map((name) => metaOf(document, name)).find((value) => value !== null);
  const linked = /"datePublished"\s*:\s*"([^"]{1,40})"/.exec(
    document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  )?.[1];
  const shown = document.querySelector('time[datetime]')?.getAttribute('datetime');
  for (const value of [named, linked, shown]) {
    const day = value ? dayOf(value) : null;
    if (day !== null) return day;
  }
  return null;
}

/** Returns the date as stated, in any time zone; null if it is ambiguous. */
function dayOf(text: string): string | null {
  const days = datesIn(text).map(({ readings }) => new Set(readings.flatMap((date) => toIso(date) ?? [])));
  const [day, other] = days.find(({ size }) => size > 0) ?? [];
  return other === undefined ? (day ?? null) : null;
}

function toIso({ year, month, day }: WrittenDate): string | null {
  if (year === null || day === null) return null;
  return [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

function metaOf(document: DomDocument, name: string): string | null {
  for (const attribute of ['property', 'name', 'itemprop']) {
    const content = document.querySelector(`meta[${attribute}="${name}"]`)?.getAttribute('content')?.trim();
    if (content) return content;
  }
  return null;
}

function lengthOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length, 0);
}
