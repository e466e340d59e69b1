import { expect, it } from 'vitest';
import { citeSources } from './cite-sources.ts';

const text = (value: string) => ({ type: 'text', value });
const element = (tagName: string, ...children: ReturnType<typeof text>[]) => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

function draw(...children: (ReturnType<typeof text> | ReturnType<typeof element>)[]) {
  const tree = { type: 'root', children };
  citeSources({
    numbers: new Set([1, 2]),
    pages: new Map([[2, 'slide']]),
    unverified: ['Fines start at 87 euros.'],
  })()(tree);
  return tree.children;
}

it('turns numbers of sources into citations, and no others', () => {
  expect(draw(text('Tyres.[1][2] A list [3] of [12]'))).toEqual([
    text('Tyres.'),
    element('cite', text('1')),
    { ...element('cite', text('2')), properties: { dataPage: 'slide' } },
    text(' A list [3] of [12]'),
  ]);
});

it('marks an unsupported sentence, or only its end if it is not plain text', () => {
  expect(draw(text('Before.[1] Fines start at 87 euros. [?] After.'))).toEqual([
    text('Before.'),
    element('cite', text('1')),
    text(' '),
    element('mark', text('Fines start at 87 euros.')),
    text(' After.'),
  ]);
  expect(draw(text(' at 9 euros. [?]'))).toEqual([text(' at 9 euros. '), element('mark')]);
});

it('leaves code and links unchanged', () => {
  const code = element('code', text('a[1]'));
  expect(draw(code)).toEqual([element('code', text('a[1]'))]);
});
