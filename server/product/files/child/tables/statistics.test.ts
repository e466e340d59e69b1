import { expect, it } from 'vitest';
import { askSandbox } from './ask-sandbox.ts';
import { readSources } from './read-sources.ts';
import { openSandbox } from './sql-sandbox.ts';

async function ask(csv: string, select: string): Promise<unknown> {
  const sources = [{ kind: 'csv', name: 't.csv', bytes: Buffer.from(csv) }] as const;
  const outcome = askSandbox(
    await openSandbox((add) => readSources(sources, add)),
    `select ${select} from t`,
  );
  return outcome.ok ? outcome.rows[0] : outcome.says;
}

const ALL = 'slope(y, x) as m, intercept(y, x) as b, corr(y, x) as r';

it('finds the line through pairs of numbers, as a spreadsheet does', async () => {
  // SLOPE, INTERCEPT and CORREL of LibreOffice Calc.
  expect(await ask('x,y\n1,2\n2,3\n4,7\n5,7\n', ALL)).toEqual([1.4, 0.55, 0.971894188301]);
  expect(await ask('x,y\n1,2\n,9\n2,3\n7,\n4,7\n5,7\n', ALL)).toEqual([1.4, 0.55, 0.971894188301]);
  expect(await ask('x,y\n1,3\n2,1\n', ALL)).toEqual([-2, 5, -1]);
});

it('keeps its digits far from zero', async () => {
  const rows = [0, 1, 2, 3].map((at) => `${1_700_000_000 + at},${5_000_000_000 + at * 3}`);
  expect(await ask(`x,y\n${rows.join('\n')}\n`, 'slope(y, x) as m, corr(y, x) as r')).toEqual([3, 1]);
});

it('knows none through one pair, or through equal ones', async () => {
  expect(await ask('x,y\n1,2\n2,\n', ALL)).toEqual([null, null, null]);
  expect(await ask('x,y\n1,2\n1,3\n', ALL)).toEqual([null, null, null]);
  expect(await ask('x,y\n1,2\n2,2\n', ALL)).toEqual([0, 2, null]);
});

it('takes two arguments, and no other number of them', async () => {
  expect(await ask('x,y\n1,2\n2,3\n', 'slope(y) as m')).toMatch(/wrong number of arguments/);
});
