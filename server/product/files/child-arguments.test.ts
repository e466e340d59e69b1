import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from './child-arguments.ts';

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
