import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from './child-arguments.ts';
import { createFileWork } from './file-work.ts';

/** Tries each path as a file and as a folder, with a child's permissions, and reports each outcome. */
const PROBE = `
  const fs = require('node:fs');
  const tried = (act) => { try { act(); return 'read'; } catch (error) { return error.code; } };
  const paths = JSON.parse(process.argv[1]);
  console.log(JSON.stringify(paths.map((path) => [tried(() => fs.readFileSync(path)), tried(() => fs.readdirSync(path))])));
`;

async function tryToRead(paths: readonly string[]): Promise<string[][]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...CHILD_ARGUMENTS,
    '-e',
    PROBE,
    JSON.stringify(paths),
  ]);
  return z.array(z.array(z.string())).parse(JSON.parse(stdout));
}

it('a child can read neither settings nor data nor the rest of the program', async () => {
  const denied = [
    '',
    '.env',
    'data',
    'data/keys.json',
    'data/files/somebody',
    'server',
    'server/main.ts',
    'server/product/ai',
    'tests',
    '.git/config',
    '../',
  ];
  expect(
    await tryToRead([...denied.map((place) => join(ROOT, place)), '/etc/passwd', '/proc/self/environ']),
  ).toEqual(Array(denied.length + 2).fill(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED']));
});

it('a child can read its own code', async () => {
  const [own] = await tryToRead([CHILD_PROGRAM]);
  expect(own).toEqual(['read', 'ENOTDIR']);
});

it('a child can read what each kind of work needs', async () => {
  const work = createFileWork({ limit: 50_000, queryLimit: 50_000 });
  const page = 'This page has a line of text that is long enough to be read as text.';
  const pdf = makePdf([page]);
  const csv = Buffer.from('name,n\na,1\nb,2\n');
  const picture = await makePicture({ width: 80, height: 40 });
  const size = { width: 80, height: 40 };
  const tables = [{ kind: 'csv', name: 'data.csv', bytes: csv }] as const;

  expect(await work.inspect({ owner: 'anna', read: async () => picture })).toEqual({ kind: 'png', ...size });
  expect((await work.readPdf(pdf)).pages).toEqual([page]);
  expect((await work.readPdfStart(pdf, 9)).pages).toEqual([page.slice(0, 9)]);
  expect(await work.takePages(pdf, [1, 2])).toEqual([expect.any(Buffer), null]);
  expect(await work.readText({ kind: 'csv', bytes: csv, characters: 99 })).toMatchObject({ of: 15 });
  const html = Buffer.from('<h1>Terms</h1><p>Three months.</p>');
  expect((await work.readDocument({ kind: 'html', bytes: html })).parts.join()).toContain('Three months.');
  expect(await work.profileTables(tables)).toMatchObject([{ rows: 2 }]);
  expect(await work.queryTables(tables, ['select sum(n) from data'])).toMatchObject([{ rows: [[3]] }]);
  const sent = { bytes: picture, maxEdge: 20, frame: null, format: 'png' } as const;
  expect(await work.prepareImage(sent)).toMatchObject({ width: 20, height: 10 });
  const asked = { frame: size, inner: null, format: 'png', compression: 50, background: 'opaque' } as const;
  expect(await work.fitImage({ ...asked, ...size, bytes: picture })).toMatchObject(size);
});
