import { expect, test } from 'vitest';
import { type TableNode, toTableCells } from './table-cells.ts';

const text = (value: string): TableNode => ({ type: 'text', value });
const element = (tagName: string, ...children: TableNode[]): TableNode => ({
  type: 'element',
  tagName,
  children,
});

test('cells hold the visible text, without citation numbers', () => {
  const table = element(
    'table',
    element('thead', element('tr', element('th', text('Item')), text('\n'), element('th', text('Price')))),
    element(
      'tbody',
      element(
        'tr',
        element('td', element('strong', text('Paint')), text(' for the\nhall')),
        element('td', text('31 €'), element('cite', text('1'))),
      ),
      element('tr', element('td', text('a'), element('br'), text('b')), element('td')),
    ),
  );
  expect(toTableCells(table)).toEqual({
    columns: ['Item', 'Price'],
    rows: [
      ['Paint for the hall', '31 €'],
      ['a b', ''],
    ],
  });
});
