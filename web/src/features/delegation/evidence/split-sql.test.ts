import { expect, it } from 'vitest';
import { splitSql } from './split-sql.ts';

const shown = (sql: string): string =>
  splitSql(sql)
    .map(({ text, isKeyword }) => (isKeyword ? `<${text}>` : text))
    .join('');

it('breaks a one-line query before its clauses, but not within brackets or quotes', () => {
  expect(shown("select name, (select 1 from b) from a where kind = 'cash from where' order by 1")).toBe(
    "<select> name, (<select> 1 <from> b)\n<from> a\n<where> kind = 'cash from where'\n<order> <by> 1",
  );
});

it('keeps the line breaks of a query that has any', () => {
  expect(shown('select 1\n  from a')).toBe('<select> 1\n  <from> a');
});
