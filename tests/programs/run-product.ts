/**
 * A process that does what is delegated, with the real queue and a provider elsewhere, to be killed in mid-run. Says
 * `ready`, and `done` when no run is left.
 * `node run-product.ts <database> <provider's base> <its key> <model>`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#server/lib/clock.ts';
import { silentLog } from '#server/lib/log.ts';
import { createRateLimiter } from '#server/platform/http/rate-limiter.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { createAnswerTool } from '#server/product/ai/tools/answer/tool.ts';
import { createProduct } from '#server/product/create-product.ts';
import { createFileWork } from '#server/product/files/file-work.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { createMemoryFiles } from '../engines/disks/memory-files.ts';
import { createTestOwners } from '../engines/test-owners.ts';
import { openDatabase } from './open-database.ts';

const [place = '', baseUrl = '', apiKey = '', model = ''] = process.argv.slice(2);
const database = await openDatabase(place);
const jobs = createJobs({ database, log: silentLog });
const textModel = createOpenAiCompatibleTextModel({ baseUrl, apiKey, log: silentLog });
const product = createProduct({
  database,
  jobs,
  broadcaster: { send: () => undefined },
  tools: [createAnswerTool({ textModel, model })],
  files: createMemoryFiles(database),
  fileWork: createFileWork(),
  owners: createTestOwners(),
  limiter: createRateLimiter({ database, clock: systemClock }),
  log: silentLog,
  instance: 'run-product',
  // Few at a time, so that a kill finds runs at work, runs that wait and runs that are done.
  limits: { runs: 5 },
});
await jobs.start();
await product.start();
process.stdout.write('ready\n');
const isOneOpen = () =>
  database.query("select 1 from public.ai_runs where status in ('queued', 'running') limit 1");
while ((await isOneOpen()).length > 0) await pause(250);
process.stdout.write('done\n');
