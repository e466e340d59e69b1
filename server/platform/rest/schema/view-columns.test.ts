import { expect, it } from 'vitest';
import { originsIn, viewColumnsOf } from './view-columns.ts';

const entry = (resno: number, table: number, column: number, more = '', name = 'x'): string =>
  `{TARGETENTRY :expr {VAR :varno 1 :args ({VAR :resno 9 :resorigtbl 7 :resorigcol 7})} :resno ${resno} :resname ${name} ` +
  `:ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk ${more || 'false'}}`;
const query = (list: string): string =>
  `({QUERY :commandType 1 :cteList ({CTE :ctequery {QUERY :targetList (${entry(1, 99, 9)})}}) ` +
  `:targetList (${list}) :override 0 :returningList <>})`;

it('only reads columns of the outermost query', () => {
  expect(originsIn(query(`${entry(1, 16, 2)} ${entry(2, 0, 0)} ${entry(3, 16, 4, 'true')}`))).toEqual(
    new Map([[1, { table: '16', column: 2 }]]),
  );
});

it('does not parse names as syntax', () => {
  for (const name of ['odd\\ \\(name', '\\{', '\\}\\)', '\\\\', 'a:resorigtbl\\ 5', '\\:resorigtbl']) {
    expect(originsIn(query(`${entry(1, 16, 2, '', name)} ${entry(2, 17, 1)}`))).toEqual(
      new Map([
        [1, { table: '16', column: 2 }],
        [2, { table: '17', column: 1 }],
      ]),
    );
  }
});

it('follows nested views to the table, and stops at a cycle', () => {
  const rows = [
    { id: '1', schema: 'hidden', name: 't', columns: ['gone', 'id'], definition: null },
    { id: '2', schema: 's', name: 'v', columns: ['key'], definition: query(entry(1, 1, 2)) },
    { id: '3', schema: 's', name: 'w', columns: ['n', 'k'], definition: query(entry(2, 2, 1)) },
    { id: '4', schema: 's', name: 'c', columns: ['x'], definition: query(entry(1, 4, 1)) },
  ];
  const base = { schema: 'hidden', table: 't', column: 'id' };
  expect(viewColumnsOf(rows)).toEqual([
    { schema: 's', view: 'v', column: 'key', base },
    { schema: 's', view: 'w', column: 'k', base },
  ]);
});
