import { expect, test } from 'vitest';
import { writeText } from './write-text.ts';

test.each([
  [
    'headings and emphasis',
    '## Summary\n\nUse **winter** _tyres_, `4 mm`\nor ~~more~~.',
    'Summary\n\nUse winter tyres, 4 mm or more.',
  ],
  [
    'lists',
    '- one\n- two\n  - inner\n\n3. third\n4. fourth',
    '– one\n– two\n  – inner\n\n3. third\n4. fourth',
  ],
  ['tasks and quotations', '- [x] done\n- [ ] open\n\n> Keep **calm**.', '☑ done\n☐ open\n\n    Keep calm.'],
  [
    'links',
    '[The law](https://law.example/a) and <https://b.example/>',
    'The law (https://law.example/a) and https://b.example/',
  ],
  [
    'links to a name',
    'See [the law][1].\n\n[1]: https://law.example/a',
    'See the law (https://law.example/a).',
  ],
  ['code', '```js\nlet a = 1;\n```', '    let a = 1;'],
  [
    'escapes and marks that mean nothing',
    '5 \\* 3 \\| 2, snake_case, [1] and [?]',
    '5 * 3 | 2, snake_case, [1] and [?]',
  ],
  ['rules and HTML', 'Before\n\n---\n\n<b>After</b>', 'Before\n\nAfter'],
])('%s become plain text', (_what, markdown, text) => expect(writeText(markdown)).toBe(text));

test('a table is set in columns, a wide one row by row', () => {
  expect(writeText('| Where | Rent |\n|---|--:|\n| **Bonn** | 1 |\n| Rome | 20 |')).toBe(
    'Where  Rent\n─────  ────\nBonn      1\nRome     20',
  );
  const long = 'word '.repeat(15).trim();
  expect(writeText(`| Where | Why | Note |\n|---|---|---|\n| Bonn | ${long} | ${long} |`)).toBe(
    `Where: Bonn\nWhy: ${long}\nNote: ${long}`,
  );
});

test('columns stay straight beside letters of other widths', () => {
  expect(writeText('| Where | Rent | |\n|---|--:|---|\n| 大阪 | 1,200 | a |\n| कीमत | -3 | b |')).toBe(
    'Where   Rent\n─────  ─────  ─\n大阪   1,200  a\nकीमत       -3  b',
  );
});
