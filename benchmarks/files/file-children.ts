/**
 * What a child process of the built server takes to read the largest files that people hand in: processor time, with
 * and without the start of the child, and the peak of its memory. A workbook and a CSV file of 10 MB are inspected,
 * profiled and asked, a PDF of 100 pages is inspected and read, a scanned page is drawn; CSV files of other shapes are
 * profiled and asked for their memory, and as many of each as a task takes. With `beyond`, CSV files and workbooks
 * beyond the limit for uploads are measured instead. Linux only.
 * `node benchmarks/files/file-children.ts [--against <folder>] [beyond]`
 */
import { ATTACHMENTS_MAX } from '#domain/ai-task.ts';
import type { TableKind } from '#domain/file-kinds.ts';
import { PAGE_EDGE } from '#server/product/ai/prompts/prepare-picture.ts';
import type { FileJob } from '#server/product/files/file-job.ts';
import type { TableSource } from '#server/product/files/table-facts.ts';
import { LARGE } from '#tests/bombs/large-csv.ts';
import { calibrate } from '../measure/calibrate.ts';
import { report } from '../measure/figures.ts';
import { makeContract, makeSales, makeSalesBook, makeScannedPage } from '../measure/large-files.ts';
import { reportRatios, versions } from '../measure/versions.ts';
import { type Taken, watchChild } from '../measure/watch-child.ts';

const ROUNDS = 3;

const compared = await versions();

/** Processor time of a child that inspects five bytes, by the name of the version. */
const starts = new Map<string, number>();

/** The least of some rounds, by turns: other work on the machine only adds to it. */
async function measure(what: string, job: FileJob): Promise<void> {
  const rounds: Taken[][] = compared.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, version] of compared.entries()) rounds[at]?.push(await watchChild(version, job));
  const figures = compared.map(({ name }, at) => {
    const taken = rounds[at] ?? [];
    const computing = Math.min(...taken.map((each) => each.computing));
    const peak = Math.max(...taken.map((each) => each.peak));
    const start = starts.get(name) ?? computing;
    starts.set(name, start);
    const says = taken.map((each) => each.says).join(' ');
    const work = computing - start;
    report(`${what}, ${name}`, { 'CPU ms': computing, 'without the start': work, 'peak MB': peak, says });
    return { 'CPU ms': computing, 'peak MB': peak };
  });
  reportRatios(what, figures);
}

const tables = (source: TableSource): readonly (readonly [string, FileJob])[] => [
  ['profiled', { act: 'profile_tables', sources: [source] }],
  ['asked', { act: 'query_tables', sources: [source], queries: ['select count(*) from a'] }],
];

/** Tables of a kind, inspected, profiled and asked. */
async function measureTables(kind: 'csv' | 'xlsx', bytes: Buffer): Promise<void> {
  const what = `a ${kind} file of ${(bytes.length / 1024 / 1024).toFixed(1)} MB`;
  await measure(`${what}, inspected`, { act: 'inspect', bytes });
  for (const [how, job] of tables({ kind, name: `a.${kind}`, bytes })) await measure(`${what}, ${how}`, job);
}

/** What people may hand in. */
async function measureLargest(): Promise<void> {
  const contract = makeContract();
  await measure('a PDF of 100 pages, inspected', { act: 'inspect', bytes: contract });
  await measure('a PDF of 100 pages, read', { act: 'read_pdf', bytes: contract });
  const scan = await makeScannedPage();
  await measure('a scanned page, drawn', { act: 'draw_page', bytes: scan, page: 1, edge: PAGE_EDGE });
  await measureTables('csv', makeSales());
  await measureTables('xlsx', makeSalesBook());
  for (const { what, make } of LARGE)
    for (const [how, job] of tables({ kind: 'csv', name: 'a.csv', bytes: make().bytes }))
      await measure(`a CSV file of 10 MB ${what}, ${how}`, job);
  for (const { what, make } of LARGE) await measureMany(`CSV files of 10 MB ${what}`, 'csv', make().bytes);
  await measureMany('workbooks of 10 MB', 'xlsx', makeSalesBook());
  await measureMany('PDFs of 100 pages', 'pdf', contract);
}

/** As many files as a task takes, in one child. */
async function measureMany(what: string, kind: TableKind, bytes: Buffer): Promise<void> {
  const sources = Array.from({ length: ATTACHMENTS_MAX }, (_file, at) => ({
    kind,
    name: `${at}.${kind}`,
    bytes,
  }));
  await measure(`${ATTACHMENTS_MAX} ${what}, profiled`, { act: 'profile_tables', sources });
  await measure(`… queried`, { act: 'query_tables', sources, queries: ['select 1'] });
}

/** What the limit for uploads keeps out. */
async function measureBeyond(): Promise<void> {
  await measureTables('csv', makeSales(50));
  for (const { what, make } of LARGE)
    for (const [how, job] of tables({ kind: 'csv', name: 'a.csv', bytes: make(50 * 1024 * 1024).bytes }))
      await measure(`a CSV file of 50 MB ${what}, ${how}`, job);
  // As many rows as a sheet of Excel has.
  await measureTables('xlsx', makeSalesBook(1_000_000));
}

await calibrate();
await measure('a file of five bytes, inspected', { act: 'inspect', bytes: Buffer.from('a,b\n1') });
await (process.argv.includes('beyond') ? measureBeyond : measureLargest)();
await calibrate();
