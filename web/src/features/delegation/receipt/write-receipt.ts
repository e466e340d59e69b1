import { type Evidence, isPage } from '#domain/evidence.ts';
import { escapeMarkdown } from '#domain/foreign-text.ts';
import { t } from '#web/texts/later.ts';
import { elapsed } from '#web/ui/paper/elapsed.ts';
import { countAside, type UsedTable, wordUnverified, wordUsedTable } from '../evidence/word-evidence.ts';
import type { ReceiptWords } from './word-receipt.ts';

/** A receipt as Markdown, for the last page of a file. `brand`: who made it. */
export function writeReceipt(words: ReceiptWords, brand: string, evidence: Evidence | null): string {
  const { number, note, title, steps, took, asked = [], sent, promise, facts, cost } = words;
  const parts = [
    `## ${escapeMarkdown(t('delegation.receipt'))}`,
    `**${escapeMarkdown(brand)}** ${escapeMarkdown(number)}\\\n${escapeMarkdown(note)}`,
    escapeMarkdown(title),
    section(
      took === undefined ? t('ui.receipt.done') : `${t('ui.receipt.done')} (${elapsed(took)})`,
      toList(steps.map(({ at, text }) => `${elapsed(at)} ${text}`)),
    ),
    section(t('ui.receipt.asked'), asked.map((lines) => lines.map(escapeMarkdown).join('\\\n')).join('\n\n')),
    section(t('ui.receipt.sent'), sent.map(({ to, what }) => joinLines(to, toList(what))).join('\n\n')),
    ...(evidence ? [writeSources(evidence)] : []),
    section(
      t('ui.receipt.unverified'),
      evidence ? toList(wordUnverified(evidence)) : escapeMarkdown(words.unverified),
    ),
    promise ? section(promise.heading, promise.lines.map(escapeMarkdown).join('\n\n')) : '',
    '---',
    [...facts, ...cost].map(([label, value]) => escapeMarkdown(`${label}: ${value}`)).join('\\\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Empty without content. */
const section = (heading: string, content: string): string =>
  content === '' ? '' : `### ${escapeMarkdown(heading)}\n\n${content}`;

const toList = (lines: readonly string[]): string =>
  lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n');

const joinLines = (line: string | undefined, list: string): string =>
  line === undefined ? list : `${escapeMarkdown(line)}\n\n${list}`;

const writeTable = ({ title, rows, notes }: UsedTable): string =>
  `- ${[`${title}: ${rows}`, ...notes].map(escapeMarkdown).join('\\\n  ')}`;

function writeSources(evidence: Evidence): string {
  const { analysis, sources, pages_read: read, unread } = evidence;
  const heading = t('delegation.evidence.sources');
  if (analysis)
    return section(heading, analysis.tables.map((table) => writeTable(wordUsedTable(table))).join('\n'));
  const cited = t('delegation.evidence.of_read', { cited: sources.length, read });
  const lines = sources.map((source) => {
    const { n, unit = 'page', host, quotes } = source;
    const place = isPage(source) ? t('delegation.evidence.page', { number: n, unit }) : `${n} ${host}`;
    return `${place}: ${t('delegation.evidence.quotes', { count: quotes.length })}`;
  });
  const aside = countAside(evidence);
  return section(
    `${heading} (${cited})`,
    [
      toList(lines),
      aside > 0 ? escapeMarkdown(t('delegation.evidence.set_aside', { count: aside })) : '',
      unread.length > 0
        ? joinLines(t('delegation.evidence.unread'), toList(unread.map(({ title }) => title)))
        : '',
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
}
