import { describe, expect, it } from 'vitest';
import type { Analysis } from '#domain/analysis/analysis.ts';
import { CHART_KINDS } from '#domain/analysis/analysis.ts';
import { drawFigures } from '../../chart/paper-chart.ts';
import { ranQuery } from '../../evidence/testing/ran-query.ts';
import { folderWith, isInstalled, run } from '../testing/programs.ts';

const NAMES = ['Büro & Söhne <Ltd>', 'السوق', '大阪'];
const QUERY = ranQuery(
  ['Office', 'Sum', 'b', 'c', 'd', 'e'],
  NAMES.map((name, at) => [name, -300 + 500 * at, 20, 30, 40, 50]),
);

function chartsOf(kind: (typeof CHART_KINDS)[number]) {
  const values = kind === 'box' ? [1, 2, 3, 4, 5] : kind === 'stacked' ? [2, 3] : [1];
  const figure = {
    n: 1,
    kind,
    title: 'Costs',
    query: 1,
    label: kind === 'scatter' ? 2 : 0,
    values,
    unit: '€',
  };
  const analysis: Analysis = { tables: [], copies: [], queries: [QUERY], figures: [figure], bound: 0 };
  return drawFigures(analysis, {
    language: 'en',
    shownAs: (shape, result) => ({ shape, result, unit: '€', subtitle: null }),
  });
}

describe.skipIf(!isInstalled('rsvg-convert', '--version'))('a chart as .svg, painted by librsvg', () => {
  it.each(CHART_KINDS)('has its size, and more than its ground: %s', async (kind) => {
    const [chart] = chartsOf(kind);
    const { svg = '', width = 0, height = 0 } = chart ?? {};
    const empty = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
    using folder = folderWith({ 'a.svg': svg, 'empty.svg': empty });
    const paint = async (name: string): Promise<Buffer> => {
      await run('rsvg-convert', '-o', folder.at(`${name}.png`), folder.at(`${name}.svg`));
      return folder.read(`${name}.png`);
    };
    const png = await paint('a');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
    expect(png.length).toBeGreaterThan(3 * (await paint('empty')).length);
  });
});

describe.skipIf(!isInstalled('xmllint', '--version'))('a chart as .svg, read by libxml', () => {
  it.each(CHART_KINDS)('is XML, and says what it shows: %s', async (kind) => {
    const [chart] = chartsOf(kind);
    using folder = folderWith({ 'a.svg': chart?.svg ?? '' });
    expect(await run('xmllint', '--nonet', '--noout', folder.at('a.svg'))).toBe('');
    const text = await run('xmllint', '--nonet', '--xpath', 'string(/)', folder.at('a.svg'));
    const labels = kind === 'scatter' ? ['€'] : NAMES.map((name) => name.slice(0, 4));
    for (const label of labels) expect(text).toContain(label);
  });
});
