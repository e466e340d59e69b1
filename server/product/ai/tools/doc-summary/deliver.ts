import type { Evidence } from '#domain/evidence.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import { toRanges } from '#domain/to-ranges.ts';
import type { Deliverable } from '../../engine/tool-spec.ts';
import { checkText, notComputed } from '../../evidence/check-text.ts';
import type { Claim } from '../../evidence/claim.ts';
import { type Draft, isInLanguage } from '../../gathering/draft.ts';
import { leftOutNotices } from '../../gathering/fitting-claims.ts';
import { ownWords } from '../../prompts/own-words.ts';
import { readText } from '../../second-reader/second-reading.ts';
import { coverageOf } from './coverage.ts';
import { unitOf } from './pdf-pages.ts';
import { claimsShown, pageSource } from './prompts.ts';
import type { DocSummaryState } from './spec.ts';

/** Stems of the word "page" in the languages of answers. */
const PAGE =
  'page|seite|pagin|págin|页|頁|पृष्ठ|पेज|पन्न|पान|صفح|পৃষ্ঠা|পাতা|страниц|ページ|ਪੰਨ|ਸਫ਼|kaca|పేజీ|பக்க|sayfa|페이지|쪽|trang|પૃષ્ઠ|પાન|stron|сторін|စာမျက်နှာ|หน้า';

/** Matches a statement of the document's page count, which code has counted. */
export const pageCount = (of: number): RegExp =>
  new RegExp(`(?<![\\d.,:-])${of}(?=[\\s-]?(?:${PAGE}))`, 'giu');

/** What a second reader reads of a draft, and what its sentences are judged by. */
export const matterOf = (
  { input, claims, document, seed, reading }: DocSummaryState,
  { text }: Pick<Draft, 'text'>,
): ReturnType<typeof readText> =>
  readText({
    text,
    points: input.contract?.points ?? [],
    options: {
      claims,
      language: input.language,
      given: ownWords(input),
      today: seed.today,
      free: pageCount(document.of),
    },
    reading,
    seed,
  });

/** Checks the citations of a text: `[12]` is page 12 and links to its passage. */
export function deliver(
  state: DocSummaryState,
  draft: Draft,
): { readonly deliverable: Deliverable; readonly checked: number } {
  const { input, claims, document, seed, reading } = state;
  const text = checkText(draft.text, {
    ...matterOf(state, draft).options,
    reading,
    // Each page has a number of its own, cited or not.
    numbered: Array.from({ length: document.of }, (_page, index) => pageSource(index + 1)),
  });
  const notices: RunNotice[] = [];
  const { unread, inPart } = coverageOf(state);
  const beyond = Array.from({ length: document.of - document.upTo }, (_page, n) => document.upTo + n + 1);
  const missing = [...document.scanned, ...unread, ...beyond].toSorted((a, b) => a - b);
  if (missing.length > 0) {
    notices.push({
      key: 'pages_not_read',
      params: { of: document.of, pages: toRanges(missing), ...unitOf(document) },
    });
  }
  if (inPart.length > 0) {
    notices.push({
      key: 'pages_read_in_part',
      params: { of: document.of, pages: toRanges(inPart), ...unitOf(document) },
    });
  }
  const garbled = document.garbled.filter((number) => !unread.includes(number));
  if (garbled.length > 0) {
    notices.push({
      key: 'letters_not_read',
      params: { of: document.of, pages: toRanges(garbled) },
    });
  }
  const recognised = document.pages.filter(({ byOcr, number }) => byOcr && !unread.includes(number));
  if (recognised.length > 0) {
    const pages = toRanges(recognised.map(({ number }) => number));
    notices.push({ key: 'pages_by_ocr', params: { of: document.of, pages } });
  }
  if (document.attachments.length > 0)
    notices.push({ key: 'attachments_not_opened', params: { names: document.attachments.join(', ') } });
  notices.push(...leftOutNotices(claimsShown(input, seed, state).length, claims.length));
  notices.push(...notComputed(text));
  if (draft.isCut) notices.push({ key: 'cut_short', params: {} });
  if (!isInLanguage({ text: text.markdown }, input.language))
    notices.push({ key: 'other_language', params: { language: input.language } });
  const evidence: Evidence = {
    sources: toSources(state, text.cited),
    pages_read: document.pages.length - unread.length,
    unread: [],
    unverified: [...text.unverified],
    unsourced: text.unsourced,
    open: [],
  };
  return {
    deliverable: {
      content: text.markdown,
      covered: reading.covered,
      modelUsed: draft.model,
      notices,
      evidence,
    },
    checked: text.checked,
  };
}

/** Turns a page into a source without an address: its number and its quotes. */
function toSources({ document, seed }: DocSummaryState, cited: readonly Claim[]): Evidence['sources'] {
  return document.pages.flatMap(({ number }) => {
    const quotes = cited
      .filter(({ source }) => source === pageSource(number))
      .map(({ quote, around }) => ({ text: quote, around }));
    if (quotes.length === 0) return [];
    const page = {
      n: number,
      url: '',
      host: '',
      ...unitOf(document),
      title: document.pictures[number - 1] ?? document.name,
      date: null,
      read_at: seed.today,
    };
    return [{ ...page, quotes }];
  });
}
