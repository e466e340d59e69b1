import { type Evidence, isPage, type Source } from '#domain/evidence.ts';
import { escapeMarkdown, linkTarget } from '#domain/foreign-text.ts';
import type { Response } from '#domain/rows/response-row.ts';
import { t } from '#web/texts/later.ts';
import type { KnownAddresses } from '../answer/links/known-addresses.ts';
import { plainLinks } from '../answer/links/plain-links.ts';
import { toDay } from '../moments.ts';
import { noteOf } from './answer-note.ts';
import { joinParts, oneLine, saidFirst, unlistedSources, wordGaps } from './plain-text.ts';
import { RTL, setApart } from './set-apart.ts';
import { type Paper, writeFigures } from './write-figures.ts';

/** An answer that is complete outside the app: for a word processor or notes. */
export interface AnswerDocument {
  readonly title: string;
  /** Number, model and time, as plain text. */
  readonly note: string;
  /** Markdown: notices, the answer with its figures as tables, and its sources. */
  readonly body: string;
}

type Answer = Pick<Response, 'content' | 'created_at' | 'evidence' | 'model_used' | 'is_demo' | 'notices'>;

/** `known`: addresses that links may point to. `slip`: its number. `paper`: of what is read as it is. */
export function toDocument(
  title: string,
  answer: Answer,
  known: KnownAddresses,
  slip: number | null = null,
  paper?: Paper,
): AnswerDocument {
  const { content, evidence, notices } = answer;
  const text = plainLinks(writeFigures(content, evidence?.analysis, true, paper), known).trim();
  return {
    title: oneLine(title),
    note: noteOf(answer, slip),
    body: joinParts([warn(notices), wordGaps(text, evidence), listSources(evidence, text)]),
  };
}

export function toMarkdown({ title, note, body }: AnswerDocument): string {
  return `# ${escapeMarkdown(title)}\n\n*${escapeMarkdown(note)}*\n\n${body}\n`;
}

const warn = (notices: Answer['notices']): string =>
  saidFirst(notices)
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n>\n');

function listSources(evidence: Evidence | null, text: string): string {
  const missing = unlistedSources(evidence, text);
  if (missing.length === 0) return '';
  return `## ${t('delegation.document.sources')}\n\n${missing.map((source) => listSource(source, RTL.test(text))).join('\n\n')}`;
}

function listSource(source: Source, isRightToLeft: boolean): string {
  const quotes = source.quotes.map(({ text }) => `\n\n  > ${escapeMarkdown(text)}`).join('');
  return `- ${nameSource(source, isRightToLeft)}${quotes}`;
}

/** Isolates title and date only in right-to-left text; elsewhere they can't mix. */
function nameSource(source: Source, isRightToLeft: boolean): string {
  const { n, unit = 'page', title, url, date } = source;
  const part = isRightToLeft || RTL.test(title) ? setApart : (words: string) => words;
  // The answer cites a page by this number too.
  if (isPage(source))
    return `\\[${n}\\] ${part(escapeMarkdown(title))}, ${t('delegation.evidence.page', { number: n, unit })}`;
  const read = toDay(new Date(source.read_at));
  const when =
    date === null
      ? t('delegation.evidence.undated', { read })
      : t('delegation.evidence.dated', { date: toDay(new Date(date)), read });
  return `\\[${n}\\] ${part(`[${escapeMarkdown(title)}](${linkTarget(url)})`)}. ${part(when)}`;
}
