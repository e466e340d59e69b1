import { escapeMarkdown, linkTarget } from '#domain/foreign-text.ts';
import { type Evidence, isPage, type Source } from '#web/lib/evidence-row.ts';
import type { Response } from '#web/lib/rows.ts';
import { t } from '#web/texts/app.ts';
import type { KnownAddresses } from './known-addresses.ts';
import { toDay, toFullMoment } from './moments.ts';
import { plainLinks } from './plain-links.ts';
import { RTL, setApart } from './set-apart.ts';
import { wordNotices } from './word-notices.ts';
import { writeFigures } from './write-figures.ts';

/** An answer that stands by itself, outside the app: a file for a word processor, or a page of notes. */
export interface AnswerDocument {
  readonly title: string;
  /** Who wrote it and when, as plain text. */
  readonly note: string;
  /** Markdown: what has to be known first, the answer with its figures as tables, and its sources at the end. */
  readonly body: string;
}

type Answer = Pick<Response, 'content' | 'created_at' | 'evidence' | 'model_used' | 'is_demo' | 'notices'>;

/** `known`: where links in the text may lead. */
export function toDocument(title: string, answer: Answer, known: KnownAddresses): AnswerDocument {
  const { content, created_at, evidence, model_used: model, is_demo, notices } = answer;
  const time = toFullMoment(new Date(created_at));
  const text = plainLinks(writeFigures(content, evidence?.analysis), known).trim();
  return {
    title: oneLine(title),
    // A demo says so itself, in its first line.
    note: is_demo ? time : t('delegation.document.note', { model, time }),
    body: joinParts([warn(notices), wordGaps(text, evidence), listSources(evidence, text)]),
  };
}

export function toMarkdown({ title, note, body }: AnswerDocument): string {
  return `# ${escapeMarkdown(title)}\n\n*${escapeMarkdown(note)}*\n\n${body}\n`;
}

/** The answer as plain text, for a file that any program opens: a note that it needs, its words, and its sources. */
export function toPlainText({
  content,
  evidence,
  notices,
}: Pick<Answer, 'content' | 'evidence' | 'notices'>): string {
  const text = wordGaps(writeFigures(content, evidence?.analysis), evidence);
  const sources = unlistedSources(evidence, text).map(plainSource);
  return joinParts([
    saidFirst(notices).join('\n'),
    text,
    sources.length > 0 ? `${t('delegation.document.sources')}\n\n${sources.join('\n')}` : '',
  ]);
}

function plainSource(source: Source): string {
  const { n, title, url, quotes } = source;
  const place = isPage(source) ? `, ${t('delegation.evidence.page', { number: n })}` : ` ${url}`;
  return [`[${n}] ${title}${place}`, ...quotes.map(({ text }) => `    ${oneLine(text)}`)].join('\n');
}

const joinParts = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** That it is a demo stands in the answer's own first line. */
const saidFirst = (notices: Answer['notices']): string[] =>
  wordNotices(notices.filter(({ key }) => key !== 'demo'));

const warn = (notices: Answer['notices']): string =>
  saidFirst(notices)
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n>\n');

/** `[?]` stands behind what nothing supports: outside the app nobody would know. */
export function wordGaps(text: string, evidence: Evidence | null): string {
  return evidence ? text.replaceAll('[?]', `(${t('ui.not_verified')})`) : text;
}

/** Sources that the text does not list itself. */
const unlistedSources = (evidence: Evidence | null, text: string): Source[] =>
  (evidence?.sources ?? []).filter(
    (source) => isPage(source) || !text.includes(`](${linkTarget(source.url)})`),
  );

function listSources(evidence: Evidence | null, text: string): string {
  const missing = unlistedSources(evidence, text);
  if (missing.length === 0) return '';
  return `## ${t('delegation.document.sources')}\n\n${missing.map((source) => listSource(source, RTL.test(text))).join('\n\n')}`;
}

function listSource(source: Source, isRightToLeft: boolean): string {
  const quotes = source.quotes.map(({ text }) => `\n\n  > ${escapeMarkdown(text)}`).join('');
  return `- ${nameSource(source, isRightToLeft)}${quotes}`;
}

/** Titles and dates of two directions are set apart from each other; in all other texts there is nothing to part. */
function nameSource(source: Source, isRightToLeft: boolean): string {
  const { n, title, url, date } = source;
  const part = isRightToLeft || RTL.test(title) ? setApart : (words: string) => words;
  if (isPage(source))
    return `${part(escapeMarkdown(title))}, ${t('delegation.evidence.page', { number: n })}`;
  const read = toDay(new Date(source.read_at));
  const when =
    date === null
      ? t('delegation.evidence.undated', { read })
      : t('delegation.evidence.dated', { date: toDay(new Date(date)), read });
  return `\\[${n}\\] [${part(escapeMarkdown(title))}](${linkTarget(url)}). ${part(when)}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
