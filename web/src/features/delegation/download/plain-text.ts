import { type Evidence, isPage, type Source } from '#domain/evidence.ts';
import { linkTarget } from '#domain/foreign-text.ts';
import type { Response } from '#domain/rows/response-row.ts';
import { t } from '#web/texts/later.ts';
import { wordNotices } from '../evidence/word-notices.ts';
import { writeFigures } from './write-figures.ts';
import { writeText } from './write-text.ts';

type Answer = Pick<Response, 'content' | 'evidence' | 'notices'>;

/** The answer as plain text, without Markdown: notices, text and sources. */
export function toPlainText({ content, evidence, notices }: Answer): string {
  const text = wordGaps(writeFigures(content, evidence?.analysis, true), evidence);
  const sources = unlistedSources(evidence, text).map(plainSource);
  return joinParts([
    saidFirst(notices).join('\n'),
    writeText(text),
    sources.length > 0 ? `${t('delegation.document.sources')}\n\n${sources.join('\n')}` : '',
  ]);
}

function plainSource(source: Source): string {
  const { n, unit = 'page', title, url, quotes } = source;
  const place = isPage(source) ? `, ${t('delegation.evidence.page', { number: n, unit })}` : ` ${url}`;
  return [`[${n}] ${title}${place}`, ...quotes.map(({ text }) => `    ${oneLine(text)}`)].join('\n');
}

export const joinParts = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n\n');

/** All notices but the demo's, which the answer's first line says. */
export const saidFirst = (notices: Answer['notices']): string[] =>
  wordNotices(notices.filter(({ key }) => key !== 'demo'));

/** Spells out the `[?]` marks of unsupported sentences, which mean nothing outside the app. */
export function wordGaps(text: string, evidence: Evidence | null): string {
  return evidence ? text.replaceAll('[?]', `(${t('ui.not_verified')})`) : text;
}

/** Sources that the text doesn't list itself. */
export const unlistedSources = (evidence: Evidence | null, text: string): Source[] =>
  (evidence?.sources ?? []).filter(
    (source) => isPage(source) || !text.includes(`](${linkTarget(source.url)})`),
  );

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
