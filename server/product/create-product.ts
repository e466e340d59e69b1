import type { AiTaskType } from '#domain/ai-task.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Broadcaster } from '#server/platform/realtime/broadcaster.ts';
import type { Tool } from './ai/tool.ts';
import { createLiveTexts } from './delegation/live-texts.ts';
import { performRun } from './delegation/perform-run.ts';
import { createRunStore } from './delegation/run-store.ts';
import { createRunWorker } from './delegation/run-worker.ts';
import { createProductEvents } from './events.ts';
import { productFunctions } from './functions.ts';
import { registerJobs } from './jobs.ts';
import { DEFAULT_LIMITS, type ProductLimits } from './limits.ts';

export interface ProductDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly broadcaster: Broadcaster;
  /** One per type of task; a type without a tool answers "not available". */
  readonly tools: readonly Tool[];
  readonly log: Log;
  readonly limits?: Partial<ProductLimits>;
  /**
   * A name that this process has again after a restart and shares with no other, such as host and port: what it
   * held when it was killed is then taken up at once, not when the lease has run out. Unset: a new one each time.
   */
  readonly instance?: string;
}

export interface Product {
  readonly functions: readonly FunctionDefinition[];
  /** Registers queues and schedules, and takes up what an earlier life left behind. After the jobs have started. */
  start(): Promise<void>;
  /** Lets runs end for a few seconds and puts the rest back into the queue. Before the jobs are stopped. */
  stop(): Promise<void>;
}

/** What makes Errand of the platform: delegation, credits, accounts and retention. */
export function createProduct(deps: ProductDeps): Product {
  const { database, jobs, broadcaster, log } = deps;
  const limits: ProductLimits = { ...DEFAULT_LIMITS, ...deps.limits };
  const events = createProductEvents(log);
  const tools = new Map<AiTaskType, Tool>(deps.tools.map((tool) => [tool.type, tool]));
  const store = createRunStore({ database, jobs, holder: deps.instance ?? newUuid(), ...limits });
  const texts = createLiveTexts({ broadcaster, store, log });
  const worker = createRunWorker({
    database,
    store,
    limits,
    log,
    perform: (run, stop) => performRun({ database, store, texts, tools, events, limits, log }, run, stop),
  });

  return {
    functions: productFunctions({ database, jobs, tools, events, limits }),
    async start() {
      await worker.prepare();
      await registerJobs({ database, jobs, worker });
      worker.start();
    },
    stop: () => worker.stop(),
  };
}
