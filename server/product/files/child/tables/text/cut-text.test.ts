import { expect, it } from 'vitest';
import { Grid } from '../grid.ts';
import { cutText } from './cut-text.ts';
import { parseCsv } from './parse-csv.ts';

const TEXTS = [
  'a,b\n1,2\n\n , \n3,4,,\n5\n6,7,8\n',
  'a,b\n\u00a0,\u2003\nx,y,\u2003\n1,2',
  '\u00a0a , b\u3000\n,\n1,\u2003\nx,y',
  `a,b\n${'long '.repeat(400)},2\n3,\u200b4\u0007`,
  `a,b,c\n${Array.from({ length: 12_000 }, (_row, at) => `${at},${at % 7},Kiel`).join('\n')}`,
];

it('cuts a text into the cells that the parser of quoted ones finds', () => {
  for (const text of TEXTS) {
    // In quotation marks, the first cell makes the same text one for the parser.
    const [first = '', ...rest] = text.split(/(?=[\n,])/);
    const [parsed] = parseCsv('a.csv', Buffer.from(`"${first}"${rest.join('')}`)).tables;
    if (!parsed) throw new Error('the parser finds no cells');
    const cut = cutText(text, ',');
    expect(new Grid(cut?.columns ?? []).rows()).toEqual(parsed.cells.rows());
    expect(parsed.issues).toEqual(cut?.issues);
  }
  for (const text of ['', '\n\n', ' ,\n']) expect(cutText(text, ',')).toBeNull();
});
