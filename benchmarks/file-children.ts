/**
 * What a child process takes to read the largest files that people hand in: processor time, of which the start of a
 * child is reported by itself, and the peak of its memory. A workbook and a CSV file of 10 MB are inspected, profiled and
 * asked, a PDF of 100 pages is inspected and read; CSV files of other shapes are profiled and asked for their memory.
 * Linux only. `node benchmarks/file-children.ts`
 */
import type { FileJob } from '#server/product/files/file-job.ts';
import type { TableSource } from '#server/product/files/table-facts.ts';
import { LARGE } from '#tests/bombs/large-csv.ts';
import { report } from './measure/figures.ts';
import { makeContract, makeSales, makeSalesBook } from './measure/large-files.ts';
import { watchChild } from './measure/watch-child.ts';

const ROUNDS = 3;

/** The least of some rounds: other work on the machine only adds to it. */
async function measure(what: string, job: FileJob): Promise<void> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await watchChild(job));
  report(what, {
    'CPU ms': Math.min(...rounds.map(({ computing }) => computing)),
    'peak MB': Math.max(...rounds.map(({ peak }) => peak)),
    says: rounds.map(({ says }) => says).join(' '),
  });
}

const tables = (source: TableSource): readonly (readonly [string, FileJob])[] => [
  ['profiled', { act: 'profile_tables', sources: [source] }],
  ['asked', { act: 'query_tables', sources: [source], queries: ['select count(*) from a'] }],
];

await measure('a file of five bytes, inspected', { act: 'inspect', bytes: Buffer.from('a,b\n1') });

const contract = makeContract();
await measure('a PDF of 100 pages, inspected', { act: 'inspect', bytes: contract });
await measure('a PDF of 100 pages, read', { act: 'read_pdf', bytes: contract });

for (const [kind, bytes] of [
  ['csv', makeSales()],
  ['xlsx', makeSalesBook()],
] as const) {
  const what = `a ${kind} file of ${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
  await measure(`${what}, inspected`, { act: 'inspect', bytes });
  for (const [how, job] of tables({ kind, name: `a.${kind}`, bytes })) await measure(`${what}, ${how}`, job);
}

for (const { what, make } of LARGE)
  for (const [how, job] of tables({ kind: 'csv', name: 'a.csv', bytes: make().bytes }))
    await measure(`a CSV file of 10 MB ${what}, ${how}`, job);
