import { expect, vi } from 'vitest';
import { z } from 'zod';
import {
  type AccountExport,
  exportOutput,
  type ResultMail,
  resultMailOutput,
  runOutput,
  type WholeRun,
} from '#domain/functions/answers.ts';
import { systemClock } from '#server/lib/clock.ts';
import { silentLog } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import { FunctionError } from '#server/platform/functions/function.ts';
import { createRateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Broadcast } from '#server/platform/realtime/broadcast/broadcaster.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import { createProduct, type Product, type ProductDeps } from '#server/product/create-product.ts';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { testDatabase } from '../engines/database.ts';
import { createMemoryFiles } from '../engines/disks/memory-files.ts';
import { createImmediateJobs, type ImmediateJobs } from '../engines/immediate-jobs.ts';
import { createTestOwners } from '../engines/test-owners.ts';
import { callerOf, makeTask, makeUser, type TestUser } from '../fixtures/factories.ts';
import { createScriptedTool, type ScriptedTool, type ToolScript } from './scripted-tool.ts';

export interface ProductWorld {
  readonly product: Product;
  readonly tool: ScriptedTool;
  readonly jobs: ImmediateJobs;
  readonly files: FileAccess;
  readonly broadcasts: readonly Broadcast[];
  /** What owners of accounts were told. */
  readonly mails: readonly Mail[];
  /** Calls a function as the functions room would: parsed input, 2xx bodies returned, refusals as `{ status, code }`. */
  call(name: string, user: TestUser, body: object, headers?: Record<string, string>): Promise<FunctionAnswer>;
  delegate(user: TestUser, taskId: string, more?: object, key?: string): Promise<FunctionAnswer>;
  cancel(user: TestUser, runId: string): Promise<FunctionAnswer>;
  /** Delegates one task of a new user, under the given script or the one that the tool has. */
  begin(...script: ToolScript[]): Promise<BegunRun>;
  /** Waits until the run has the status. */
  reach(runId: string, status: WholeRun['status']): Promise<WholeRun>;
  readRun(runId: string): Promise<WholeRun | undefined>;
}

export interface FunctionAnswer {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly run?: WholeRun;
  readonly profile?: Record<string, unknown>;
  readonly granted?: number;
  readonly export?: AccountExport;
  readonly mail?: ResultMail;
}

export interface BegunRun {
  readonly user: TestUser;
  readonly taskId: string;
  readonly runId: string;
}

export type ProductWorldOptions = Partial<
  Omit<ProductDeps, 'database' | 'files' | 'fileWork' | 'limiter' | 'owners'>
> & {
  readonly tool?: ScriptedTool;
};

/** What answers of 202 hold. */
const accepted = z.union([runOutput, exportOutput, resultMailOutput]);

/** The product over a real database, with a queue that delivers at once and a tool that the test scripts. */
export function createProductWorld(database: Database, options: ProductWorldOptions = {}): ProductWorld {
  const { tool = createScriptedTool(), ...deps } = options;
  const files = createMemoryFiles(database);
  const jobs = createImmediateJobs();
  const broadcasts: Broadcast[] = [];
  const mails: Mail[] = [];
  const product = createProduct({
    database,
    jobs,
    broadcaster: { send: (message) => broadcasts.push(message) },
    tools: [tool],
    files,
    fileWork: createTestFileWork(),
    owners: createTestOwners(mails),
    limiter: createRateLimiter({ database, clock: systemClock }),
    log: silentLog,
    ...deps,
  });

  const call: ProductWorld['call'] = async (name, user, body, headers = {}) => {
    const definition = product.functions.find((one) => one.name === name);
    if (!definition?.input) throw new Error(`there is no function ${name}`);
    const parsed = z.safeParse(definition.input, body);
    if (!parsed.success) return { status: 400, code: 'invalid_input', message: parsed.error.message };
    const request = new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', headers });
    const context = { ip: '203.0.113.7', requestId: 'test' };
    try {
      const answer = await definition.handle({
        input: parsed.data,
        caller: callerOf(user),
        request,
        context,
      });
      if (!(answer instanceof Response)) return { status: 200, ...answer };
      return { status: answer.status, ...accepted.parse(await answer.json()) };
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return { status: error.status, code: error.code, message: error.message };
    }
  };

  const delegate: ProductWorld['delegate'] = (user, taskId, more = {}, key) =>
    call(
      'delegate',
      user,
      { task_id: taskId, ai_task_type: 'answer', ...more },
      key ? { 'idempotency-key': key } : {},
    );

  const readRun = async (runId: string): Promise<WholeRun | undefined> => {
    const [row] = await database.query<WholeRun>('select * from public.ai_runs where id = $1', [runId]);
    return row;
  };

  return {
    product,
    tool,
    jobs,
    files,
    broadcasts,
    mails,
    call,
    delegate,
    cancel: (user, runId) => call('cancel-run', user, { run_id: runId }),
    async begin(...script) {
      if (script.length > 0) tool.script = script;
      const user = await makeUser(database);
      const taskId = await makeTask(database, user);
      const { run } = await delegate(user, taskId);
      if (!run) throw new Error('the delegation was refused');
      return { user, taskId, runId: run.id };
    },
    readRun,
    reach: (runId, status) =>
      vi.waitFor(
        async () => {
          const run = await readRun(runId);
          expect(run?.status).toBe(status);
          if (!run) throw new Error('the run is gone');
          return run;
        },
        { timeout: 100_000, interval: 20 },
      ),
  };
}

export interface OpenProductWorld extends ProductWorld {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/** A product at work on a database of its own, for one test file. Close it in `afterAll`. */
export async function openProductWorld(): Promise<OpenProductWorld> {
  const { database, close } = await testDatabase();
  const world = createProductWorld(database, { limits: { drain: 0 } });
  await world.product.start();
  return {
    ...world,
    database,
    async close() {
      await world.product.stop();
      await close();
    },
  };
}

/** How many answers there were of each kind: `202`, `409 already_running`. */
export function countAnswers(answers: readonly FunctionAnswer[]): Record<string, number> {
  return answers.reduce<Record<string, number>>((counts, { status, code }) => {
    const key = code ? `${status} ${code}` : `${status}`;
    return { ...counts, [key]: (counts[key] ?? 0) + 1 };
  }, {});
}
