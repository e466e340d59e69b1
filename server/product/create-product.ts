import type { AiTaskType } from '#domain/ai-task.ts';
import type { Offers } from '#domain/shop/offers.ts';
import { newUuid } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import type { Tracer } from '#server/lib/tracer.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Broadcaster } from '#server/platform/realtime/broadcast/broadcaster.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import type { Analytics } from '#server/providers/analytics/analytics.ts';
import type { LocalModels } from '#server/providers/local-models/local-models.ts';
import type { Payments } from '#server/providers/payments/payments.ts';
import { queueSignUpReports } from './accounts/report-sign-up.ts';
import { FREE, type PriceList } from './ai/models/prices.ts';
import type { Tool } from './ai/tool.ts';
import type { PaymentLinks } from './billing/billing-deps.ts';
import { countCalls, countEvents, type ProductCounters } from './count-work.ts';
import { createLiveTexts } from './delegation/live-texts.ts';
import { performRun } from './delegation/perform-run.ts';
import { createRunStore } from './delegation/run-store.ts';
import { createRunWorker } from './delegation/run-worker.ts';
import { createProductEvents } from './events.ts';
import type { FileWork } from './files/file-work.ts';
import { createRunFiles } from './files/run-files.ts';
import { productFunctions } from './functions.ts';
import { registerJobs } from './jobs.ts';
import { DEFAULT_LIMITS, type ProductLimits } from './limits.ts';
import type { CheckModels } from './local-models/check-models.ts';
import { traceRun, traceTool } from './trace-work.ts';

export interface ProductDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly broadcaster: Broadcaster;
  /** One per type of task; a type without a tool is "not available". */
  readonly tools: readonly Tool[];
  readonly files: FileAccess;
  readonly fileWork: FileWork;
  readonly limiter: RateLimiter;
  readonly owners: AccountOwners;
  readonly log: Log;
  /** Awaited after an account was erased, before the response. */
  readonly accountErased?: () => Promise<void>;
  /** Destination of sign-up reports for users who agreed. Unset: none. */
  readonly analytics?: Analytics | null;
  /** Unset: nothing is sold. */
  readonly selling?: Selling | null;
  /** Unset: the search for models on this computer is unavailable. */
  readonly localModels?: LocalModels | null;
  /** Unset: the model check is unavailable to browsers. */
  readonly checkModels?: CheckModels | null;
  /** Who may use the two. Unset: nobody. */
  readonly door?: LocalDoor;
  /** False: there is nowhere to send mails to. Default true. */
  readonly canMail?: boolean;
  readonly limits?: Partial<ProductLimits>;
  /** Unset: everything is free. */
  readonly prices?: PriceList;
  /** Unset: nothing is counted. */
  readonly counters?: ProductCounters | null;
  readonly tracer?: Tracer | null;
  /** False: leaves runs and schedules to other processes. Default true. */
  readonly works?: boolean;
  /**
   * A name that this process keeps across restarts and shares with no other, such as host and port: after a
   * kill, its runs are resumed at once instead of when their lease expires. Unset: a new one each time.
   */
  readonly instance?: string;
}

export interface Selling {
  readonly payments: Payments;
  readonly offers: Offers;
  readonly links: PaymentLinks;
  /** The app's own URL. */
  readonly publicUrl: string;
}

export interface Product {
  readonly functions: readonly FunctionDefinition[];
  /** Seconds for which a run has waited that any worker could take up. */
  longestWait(): Promise<number>;
  /**
   * Registers queues and schedules, and resumes what an earlier process left behind. Call after the jobs have
   * started.
   */
  start(): Promise<void>;
  /** Gives runs a few seconds to end and requeues the rest. Call before the jobs are stopped. */
  stop(): Promise<void>;
}

/** Assembles the product on top of the platform: delegation, credits, accounts and retention. */
export function createProduct(deps: ProductDeps): Product {
  const {
    database,
    jobs,
    broadcaster,
    files,
    fileWork,
    limiter,
    owners,
    log,
    prices = FREE,
    analytics = null,
    localModels = null,
    checkModels = null,
    door = () => false,
    canMail = true,
    works = true,
    counters = null,
    tracer = null,
  } = deps;
  const limits: ProductLimits = { ...DEFAULT_LIMITS, ...deps.limits };
  const logged = createProductEvents(log);
  const events = counters ? countEvents(logged, counters) : logged;
  const billing = deps.selling ? { ...deps.selling, database, jobs, events, owners } : null;
  const signedUp = analytics ? queueSignUpReports(jobs) : undefined;
  const tools = new Map<AiTaskType, Tool>(
    deps.tools.map((tool) => [tool.type, tracer ? traceTool(tool, tracer) : tool]),
  );
  const runs = createRunStore({ database, jobs, holder: deps.instance ?? newUuid(), prices, ...limits });
  const store = counters ? countCalls(runs, counters, prices) : runs;
  const runFiles = createRunFiles(files);
  const texts = createLiveTexts({ broadcaster, store, log });
  const worker = createRunWorker({
    database,
    store,
    limits,
    log,
    perform(run, stop) {
      const perform = (): Promise<void> =>
        performRun({ database, store, texts, tools, runFiles, events, limits, log }, run, stop);
      return tracer ? traceRun(tracer, run, perform) : perform();
    },
  });

  return {
    functions: productFunctions({
      database,
      jobs,
      tools,
      files,
      fileWork,
      prices,
      limiter,
      owners,
      accountErased: deps.accountErased,
      events,
      limits,
      signedUp,
      billing,
      localModels,
      checkModels,
      canMail,
      door,
    }),
    longestWait: () => store.longestWait(),
    async start() {
      if (works) await worker.prepare();
      await registerJobs({ database, jobs, worker, analytics, billing, files, fileWork, owners, log });
      if (works) worker.start();
    },
    stop: async () => {
      if (works) await worker.stop();
    },
  };
}
