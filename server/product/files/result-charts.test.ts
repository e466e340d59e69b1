import { describe, expect, it } from 'vitest';
import { type Cell, CHART_KINDS, type ChartKind } from '#domain/analysis/analysis.ts';
import type { LanguageCode } from '#domain/languages.ts';
import { chartEvidence, storedResult } from '#tests/fixtures/stored-result.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { placeCharts } from './child/results/place-charts.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createTestFileWork({ limit: 50_000 });

interface Chart {
  readonly kind: ChartKind;
  readonly rows: Cell[][];
  readonly values?: number[];
  readonly language?: LanguageCode;
}

/** The PDF of a report with one chart, and its text without what sets directions apart. */
async function written({ kind, rows, values = [1], language = 'en' }: Chart) {
  const columns = ['place', 'rent', 'power', 'water', 'waste', 'phone'].slice(0, rows[0]?.length);
  const more = chartEvidence(kind, { columns, rows, values });
  const result = storedResult('Before.\n\n[figure 1]\n\nAfter.', { language, more });
  const { bytes } = await work.writeResult(result);
  const [text = ''] = (await work.readPdf(bytes)).pages;
  return { text, source: bytes.toString('latin1') };
}

const NAMES = ['North', 'South', 'West'];
const NUMBERS = [10, 20, 30];
const CASES: Readonly<
  Record<ChartKind, Omit<Chart, 'kind'> & { readonly drawn: RegExp; readonly said: string }>
> = {
  bar: {
    rows: NAMES.map((name, at) => [name, NUMBERS[at] ?? 0]),
    drawn: /North\s+€10\s+South\s+€20\s+West\s+€30/,
    said: 'Bar chart. North: €10; South: €20; West: €30',
  },
  line: {
    rows: NUMBERS.map((number, at) => [`2026-0${at + 1}`, number]),
    drawn: /2026-01\s+2026-02\s+2026-03/,
    said: 'Line chart. 2026-01: €10; 2026-02: €20; 2026-03: €30',
  },
  stacked: {
    rows: NAMES.map((name) => [name, 4, 5]),
    values: [1, 2],
    drawn: /rent\s+power\s+North\s+€9/,
    said: 'Stacked bars. North: rent €4, power €5;',
  },
  scatter: {
    rows: NUMBERS.map((number) => [number * 7, number]),
    drawn: /rent \(€\)/,
    said: 'Scatter plot. 70: €10; 140: €20; 210: €30',
  },
  histogram: {
    rows: NUMBERS.map((number) => [`${number}–${number + 9}`, number]),
    drawn: /20–29.*20–29/s,
    said: 'Histogram. 10–19: €10; ',
  },
  box: {
    rows: NAMES.map((name) => [name, ...NUMBERS, 40, 50]),
    values: [1, 2, 3, 4, 5],
    drawn: /North\s+South\s+West\s+(?:[\d€]+\s+)*€50/,
    said: 'Box plot. North: rent €10, power €20,',
  },
};

/** What readers of screens are told instead of its pictures. */
const alternatives = (source: string): string[] =>
  [...source.matchAll(/\/Alt <FEFF([0-9A-F]+)>/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').swap16().toString('utf16le'),
  );

describe('a chart in the PDF of a result', () => {
  it.each(CHART_KINDS)('is drawn above its table, and said in words: %s', async (kind) => {
    const { drawn, said, ...chart } = CASES[kind];
    const { text, source } = await written({ kind, ...chart });
    expect(text).toMatch(/^.*Before\.\s+Costs \(€\)\s.*\bAfter\./s);
    expect(text).toMatch(drawn);
    expect(source).toContain('/S /Figure');
    expect(alternatives(source)).toEqual([expect.stringContaining(said)]);
    expect(source, 'not a picture of dots').not.toContain('/Subtype /Image');
  });

  it('has letters of the language of its labels, joined where they are', async () => {
    const arabic = await written({
      kind: 'bar',
      language: 'ar',
      rows: [
        ['القاهرة', 1],
        ['أسوان', 2],
      ],
    });
    expect(arabic.text.match(/القاهرة/g)).toHaveLength(2);
    const japanese = await written({
      kind: 'bar',
      language: 'ja',
      rows: [
        ['東京の家賃', 1],
        ['直す', 2],
      ],
    });
    expect(japanese.text.match(/東京の家賃/g)).toHaveLength(2);
    expect(japanese.source).toContain('BIZUDPGothic-Regular');
    expect(japanese.source, 'Chinese forms of them').not.toContain('NotoSansSC');
  });

  it('is no higher than a page', () => {
    const chart = { svg: '<svg/>', alternative: '', width: 700, height: 1400 };
    const mark = { kind: 'paragraph', runs: [{ text: '[figure 1]' }], rtl: false } as const;
    const title = { ...mark, runs: [{ text: 'Costs' }] };
    const placed = placeCharts([title, mark], new Map([[1, chart]]));
    expect(placed).toEqual([
      { ...title, sticky: true },
      { kind: 'chart', svg: '<svg/>', alternative: '', share: 0.71 },
    ]);
  });
});
