import { expect, test } from 'vitest';
import { fullFolders, longFiles, tinyFiles } from './check-sizes.ts';

const lines = (count: number, first = '') => [first, ...Array(count - 1).fill('x;')].join('\n');
const user = (path: string, specifier: string) => ({ path, text: `import { x } from '${specifier}';` });

test('a tiny file that one file of its folder imports must give a reason', () => {
  const tiny = { path: 'server/lib/x.ts', text: lines(24) };
  expect(tinyFiles([tiny, user('server/lib/y.ts', './x.ts')])).toEqual([
    'server/lib/x.ts: its only importer, server/lib/y.ts, could hold it',
  ]);
  expect(tinyFiles([{ ...tiny, text: lines(25) }, user('server/lib/y.ts', './x.ts')])).toEqual([]);
  expect(
    tinyFiles([{ ...tiny, text: lines(24, '// @size: a worker') }, user('server/lib/y.ts', './x.ts')]),
  ).toEqual([]);
});

test('a tiny file may be shared, imported from elsewhere, or loaded when it is needed', () => {
  const tiny = { path: 'server/lib/x.ts', text: lines(10) };
  const [near, far] = [user('server/lib/y.ts', './x.ts'), user('server/app.ts', './lib/x.ts')];
  expect(tinyFiles([tiny, near, far])).toEqual([]);
  expect(tinyFiles([tiny, far])).toEqual([]);
  expect(tinyFiles([tiny, { path: 'server/lib/y.ts', text: "const x = await import('./x.ts');" }])).toEqual(
    [],
  );
  expect(tinyFiles([tiny, near, user('server/lib/x.test.ts', './x.ts')])).toHaveLength(1);
});

test('a tiny file may stay where its importer is long enough', () => {
  const tiny = { path: 'server/lib/x.ts', text: lines(24) };
  const importer = (length: number) => ({ path: 'server/lib/y.ts', text: lines(length, "import './x.ts';") });
  expect(tinyFiles([tiny, importer(126)])).toHaveLength(1);
  expect(tinyFiles([tiny, importer(127)])).toEqual([]);
});

test('a file above 400 lines must give a reason', () => {
  const refused = (text: string) => longFiles([{ path: 'server/x.ts', text }]).map((file) => file.refused);
  expect(refused(lines(250))).toEqual([]);
  expect(refused(lines(400))).toEqual([false]);
  expect(refused(lines(401))).toEqual([true]);
  expect(refused(lines(401, '// @size: a table'))).toEqual([false]);
});

test('a folder holds at most 25 sources beside their tests', () => {
  const files = (count: number, name = 'x.ts') =>
    Array.from({ length: count }, (_file, at) => ({ path: `server/lib/${at}${name}`, text: '' }));
  expect(fullFolders([...files(25), ...files(25, 'x.test.ts'), ...files(25, 'x.sql')])).toEqual([]);
  expect(fullFolders(files(26))).toEqual([
    'server/lib: 26 sources, group what belongs together in a folder of its own',
  ]);
});
