import { escapeMarkdown, linkTarget, withoutFootnotes } from '#domain/foreign-text.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Page } from '../../gathering/sources.ts';
import { formatDay } from '../../language/format-day.ts';

/** Renders each page as a numbered item: its link, its claims and their quotes. */
export function renderLinks(pages: readonly Page[], claims: readonly Claim[], language: string): string {
  return pages
    .map((page, index) => {
      const own = claims.filter(({ source }) => source === page.id);
      const number = `${index + 1}. `;
      const indent = ' '.repeat(number.length);
      const date = page.date ? `, ${formatDay(page.date, language)}` : '';
      const lines = [
        `${number}**[${escapeMarkdown(page.title)}](${linkTarget(page.url)})**${date}`,
        ...own.flatMap(({ text, quote }) => [
          // Skips a text that repeats the quote.
          ...(text === quote ? [] : ['', escapeMarkdown(text)]),
          '',
          `> “${escapeMarkdown(withoutFootnotes(quote))}”`,
        ]),
      ];
      return lines.map((line, at) => (at === 0 || line === '' ? line : indent + line)).join('\n');
    })
    .join('\n\n');
}
