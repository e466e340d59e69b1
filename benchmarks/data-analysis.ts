/**
 * A CSV file of 10 MB (some 240,000 rows) profiled and asked, and a PDF of 100 pages read, each in a child as a run
 * does it, and how long others wait for the server's event loop meanwhile. The query alone is measured in this process,
 * on tables that are loaded, and so is the processor time of reading the PDF.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readPdf } from '#server/product/files/child/read-pdf.ts';
import { askSandbox } from '#server/product/files/child/tables/ask-sandbox.ts';
import { readSources } from '#server/product/files/child/tables/read-sources.ts';
import { openSandbox } from '#server/product/files/child/tables/sql-sandbox.ts';
import { profileTables } from '#server/product/files/child/tables/work-on-tables.ts';
import { createFileWork } from '#server/product/files/file-work.ts';
import { percentile, report } from './measure/figures.ts';
import { makeContract, makeSales } from './measure/large-files.ts';

const ROUNDS = 5;
const GROUPED =
  'select region, round(sum(revenue), 2) as total, count(*) as n from sales group by region order by total desc';

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const sources = [{ kind: 'csv', name: 'sales.csv', bytes: makeSales() }] as const;
const work = createFileWork();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const samples: Record<'profiled' | 'asked', number[]> = { profiled: [], asked: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  samples.profiled.push(await timeOf(() => work.profileTables(sources)));
  samples.asked.push(await timeOf(() => work.queryTables(sources, [GROUPED])));
}
delay.disable();
report('a CSV file of 10 MB', {
  'profiled p50 ms': percentile(samples.profiled, 0.5),
  'read, loaded and asked p50 ms': percentile(samples.asked, 0.5),
  'event loop meanwhile p99 ms': delay.percentile(99) / 1e6,
});

const contract = makeContract();
delay.reset();
delay.enable();
const read: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) read.push(await timeOf(() => work.readPdf(contract)));
delay.disable();
const opening = process.cpuUsage();
const { pages } = await readPdf(contract);
const opened = process.cpuUsage(opening);
report(`a PDF of ${pages.length} pages`, {
  'read p50 ms': percentile(read, 0.5),
  'event loop meanwhile p99 ms': delay.percentile(99) / 1e6,
  'CPU ms, read for the first time in a process': (opened.user + opened.system) / 1000,
});

const before = process.cpuUsage();
const [facts] = await profileTables(sources);
const used = process.cpuUsage(before);
report('the same, read and profiled for the first time in a process', {
  'CPU ms': (used.user + used.system) / 1000,
  rows: facts?.rows ?? 0,
});
const sandbox = await openSandbox((add) => readSources(sources, add));
const QUERIES = 20;
const asked: number[] = [];
const idle = process.cpuUsage();
for (let round = 0; round < QUERIES; round += 1) {
  asked.push(await timeOf(async () => askSandbox(sandbox, GROUPED)));
}
const busy = process.cpuUsage(idle);
report(`${facts?.rows ?? 0} rows grouped`, {
  'p50 ms': percentile(asked, 0.5),
  'p99 ms': percentile(asked, 0.99),
  'CPU ms': (busy.user + busy.system) / 1000 / QUERIES,
});
