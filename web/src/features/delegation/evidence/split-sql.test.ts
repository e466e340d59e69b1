import { expect, it } from 'vitest';
import { splitSql } from './split-sql.ts';

const shown = (sql: string): string =>
  splitSql(sql)
    .map(({ text, isKeyword }) => (isKeyword ? `<${text}>` : text))
    .join('');

it('a query in one line is broken where it is read, but not within brackets or quotes', () => {
  expect(shown("select name, (select 1 from b) from a where kind = 'cash from where' order by 1")).toBe(
    "<select> name, (<select> 1 <from> b)\n<from> a\n<where> kind = 'cash from where'\n<order> <by> 1",
  );
});

it('one that has lines keeps them', () => {
  expect(shown('select 1\n  from a')).toBe('<select> 1\n  <from> a');
});
