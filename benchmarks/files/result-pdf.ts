/**
 * What it takes to set a result as a PDF, in a child as the server starts it: elapsed time and the child's peak memory,
 * for a result of two pages, one with letters of nine scripts, and the longest table that is set. With `--built`, the
 * child is the built server's.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CHILD_ARGUMENTS, CHILD_PROGRAM, ROOT } from '#server/product/files/child-arguments.ts';
import type { StoredResult } from '#server/product/files/file-job.ts';
import { storedResult } from '#tests/fixtures/stored-result.ts';

const ROUNDS = 5;
const built = join(ROOT, 'server/build/files.js');
const program = process.argv.includes('--built') && existsSync(built) ? built : CHILD_PROGRAM;

const paragraph = 'Rents rose in most cities, and supply stayed behind demand for a third year. '.repeat(5);
const table = (rows: number): string =>
  ['| Item | Price | Remark |', '| --- | ---: | --- |']
    .concat(Array.from({ length: rows }, (_row, at) => `| item ${at} | ${at * 3} | some words about it |`))
    .join('\n');
const RESULTS: readonly (readonly [what: string, result: StoredResult])[] = [
  ['two pages and a receipt', storedResult(`${`## Rents\n\n${paragraph}\n\n`.repeat(7)}${table(12)}`)],
  ['nine scripts', storedResult('Größe, Їжак, Ψυχή, مرحبا, שלום, क्षेत्र, เมืองใหญ่, விலைகள், 大城市 → ☑')],
  ['a table of 10,000 rows', storedResult(table(10_000))],
];

/** Forks the child from a process of its own, which says how much the child took. */
const MEASURE = `
  const { fork } = require('node:child_process');
  const { readFileSync } = require('node:fs');
  const [program, args, job] = JSON.parse(readFileSync(0, 'utf8'));
  const started = performance.now();
  const child = fork(program, { execArgv: args, env: { TZ: 'UTC' }, serialization: 'advanced' });
  let peak = 0;
  const timer = setInterval(() => {
    try { peak = Math.max(peak, Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/' + child.pid + '/status', 'utf8'))?.[1] ?? 0)); } catch {}
  }, 5);
  child.once('message', ({ value, error }) => {
    clearInterval(timer);
    console.log(JSON.stringify({ ms: performance.now() - started, mb: peak / 1024, pages: value?.pages, bytes: value?.bytes.length, error }));
  });
  child.send(job);
`;

const measured = z.object({ ms: z.number(), mb: z.number(), pages: z.number(), bytes: z.number() });

for (const [what, result] of RESULTS) {
  const job = { act: 'write_result', result, zone: 'UTC' };
  const taken = Array.from({ length: ROUNDS }, () => {
    const input = JSON.stringify([program, CHILD_ARGUMENTS, job]);
    const said = execFileSync(process.execPath, ['-e', MEASURE], { input, encoding: 'utf8' });
    return measured.parse(JSON.parse(said));
  });
  const [median] = taken.toSorted((a, b) => a.ms - b.ms).slice(Math.floor(ROUNDS / 2));
  const peak = Math.max(...taken.map(({ mb }) => mb));
  process.stdout.write(
    `${what}: ${median?.pages} pages, ${Math.round((median?.bytes ?? 0) / 1024)} kB, ${Math.round(median?.ms ?? 0)} ms, ${Math.round(peak)} MB\n`,
  );
}
