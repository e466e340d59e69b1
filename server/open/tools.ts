import type { Config } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import type { Lifecycle } from '../lib/lifecycle.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import { type ChosenModels, chooseModels, onlyModel } from '../product/ai/models/choose-models.ts';
import { createContextWindows } from '../product/ai/models/context-windows.ts';
import { createPriceList, FREE, type Price, type PriceList } from '../product/ai/models/prices.ts';
import { tellingFirstAnswer, tellingSoleModel } from '../product/ai/models/sole-model.ts';
import { createEndingWatch } from '../product/ai/models/watch-endings.ts';
import {
  availableTools,
  buildTools,
  guardTools,
  type MissingTool,
  missingTools,
  type ToolAvailability,
  usableTools,
} from '../product/ai/offer/available-tools.ts';
import { createToolCheck } from '../product/ai/offer/check-tools.ts';
import { keepChecking } from '../product/ai/offer/keep-checking.ts';
import { createLateTools } from '../product/ai/offer/late-tools.ts';
import { watchRefusals } from '../product/ai/offer/watch-refusals.ts';
import type { Tool } from '../product/ai/tool.ts';
import type { FileWork } from '../product/files/file-work.ts';
import { createDemoWeb } from '../providers/demo/demo-web.ts';
import { DEMO_MODEL, startDemoProvider } from '../providers/demo/start-demo-provider.ts';
import { createOpenAiImageModel } from '../providers/image-model/openai.ts';
import { createRouterScanReader } from '../providers/scan-reader/router.ts';
import { createOpenAiCompatibleTextModel } from '../providers/text-model/openai-compatible.ts';
import { isLocal } from '../providers/text-model/server-kind.ts';
import { withinBudgets } from './budgets.ts';
import { openImages } from './images.ts';
import { openModelMemory } from './model-memory.ts';
import { openSearch } from './search.ts';

export interface OpenedTools {
  readonly tools: readonly Tool[];
  /** Tools that the configuration doesn't allow. */
  readonly missing: readonly MissingTool[];
  readonly prices: PriceList;
}

/** Assumed price of a model without a listed one, in USD per token; deliberately too high. */
const ASSUMED_PRICE: Price = { prompt: 1 / 1_000_000, completion: 4 / 1_000_000 };
const NO_PRICE: Price = { prompt: 0, completion: 0 };
/** Placeholder for a model that is discovered later: no run starts before. */
const UNKNOWN_MODEL = 'the only model that is served';

export interface OpenToolsDeps {
  readonly database: Database;
  readonly fileWork: FileWork;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
}

/** Opens the tools that work with the configuration. Without a model, a labelled demo is used. */
export async function openTools(
  config: Config,
  { database, fileWork, log, lifecycle }: OpenToolsDeps,
): Promise<OpenedTools> {
  const { text, budgets } = config;
  if (text.kind === 'demo') return openDemo(config, { fileWork, log, lifecycle });
  const choose = (fast: string | null, vision: string | null = null): ChosenModels =>
    chooseModels({
      baseUrl: text.baseUrl,
      ...text.models,
      fast: text.models.fast ?? fast,
      vision: text.models.vision ?? vision,
    });
  let models = choose(null);
  const connected = tellingSoleModel(
    createOpenAiCompatibleTextModel({
      baseUrl: text.baseUrl,
      apiKey: text.apiKey ?? undefined,
      dataCollection: text.dataCollection,
      patience: text.patience,
      memory: await openModelMemory({ database, endpoint: text.baseUrl, log }),
      log,
    }),
    ({ id, sees }) => {
      if (models.fast !== null) return;
      log.info("AI_MODEL_FAST isn't set, using the only model that the endpoint lists", { model: id });
      models = choose(id, sees === true ? id : null);
      late.use(models);
      checking.soon();
    },
  );
  const prices = createPriceList(
    budgets.unlistedPrice ?? (isLocal(new URL(text.baseUrl)) ? NO_PRICE : ASSUMED_PRICE),
  );
  const windows = createContextWindows(text.context);
  const capped = withinBudgets(connected, prices, budgets);
  // Ollama only reports a model's context once it is loaded, which happens with the first answer.
  const textModel = isLocal(new URL(text.baseUrl))
    ? tellingFirstAnswer(capped, () => checking.soon())
    : capped;
  const web = openSearch(config, { textModel, model: models.reading, prices, lifecycle });
  const images = openImages(config.images, log);
  const readerModel = models.doc_summary ?? models.fast;
  const scans =
    text.ocr === 'router' && readerModel !== null
      ? createRouterScanReader({ textModel, model: readerModel })
      : null;
  const hosts = {
    text: hostOf(text.baseUrl),
    images: config.images.kind === 'none' ? null : hostOf(config.images.baseUrl),
  };
  const search = web?.search ?? null;
  const { check, lackOf, doubtSearch } = createToolCheck({
    textModel,
    get models() {
      return models;
    },
    images: images && { ...images, isListWhole: hosts.images !== null },
    roles: { vision: 'viewer', ...(config.search.provider.kind === 'router' && { reading: 'searcher' }) },
    search,
    prices,
    windows,
    endings: createEndingWatch(log, systemClock),
    log,
    onComparerRefused() {
      models = { ...models, compare: null };
      late.use(models);
    },
  });
  const build = (chosen: ChosenModels): readonly ToolAvailability[] =>
    buildTools({
      textModel,
      models: chosen,
      windowOf: (model) => windows.windowOf(model),
      web: web && { ...web, search: watchRefusals(web.search, () => doubtSearch() && checking.soon()) },
      images,
      scans,
      fileWork,
    });
  const isNamed = models.fast !== null;
  const late = createLateTools(build, { first: isNamed ? models : choose(UNKNOWN_MODEL), isNamed });
  logUnavailable(late.available, log);
  // In the background: a hanging provider must not delay the start.
  const checking = keepChecking(check);
  lifecycle.opened('tool check', async () => checking.stop());
  // If a provider doesn't report it, wait no longer than for the check.
  const known = Promise.race([windows.known, checking.first]);
  const services = { hosts, images, search: search?.name ?? null, ocr: scans?.name ?? null };
  const guarded = guardTools(late.available, {
    served: () => ({ ...services, models: late.models() }),
    isModelKnown: late.isModelKnown,
    contextsKnown: known,
    state: { lackOf, seesImages: late.seesImages, readsScans: late.readsScans },
  });
  return { tools: usableTools(guarded), missing: missingTools(guarded), prices };
}

/** Null for a host in the operator's own network. */
function hostOf(address: string): string | null {
  const url = new URL(address);
  return isLocal(url) ? null : url.host;
}

async function openDemo(
  { images }: Config,
  { fileWork, log, lifecycle }: Omit<OpenToolsDeps, 'database'>,
): Promise<OpenedTools> {
  const demo = await startDemoProvider({ log });
  lifecycle.opened('demo provider', () => demo.close());
  const textModel = createOpenAiCompatibleTextModel({ baseUrl: demo.baseUrl, log, kind: 'demo' });
  const drawn = {
    imageModel: createOpenAiImageModel({ baseUrl: demo.baseUrl, log, kind: 'demo' }),
    create: DEMO_MODEL,
    edit: DEMO_MODEL,
  };
  const available = availableTools({
    textModel,
    models: onlyModel(DEMO_MODEL),
    images: openImages(images, log) ?? drawn,
    web: createDemoWeb(),
    fileWork,
  });
  return { tools: usableTools(available), missing: missingTools(available), prices: FREE };
}

/** Logs why tools are unavailable, for the operator. */
function logUnavailable(available: readonly ToolAvailability[], log: Log): void {
  for (const missing of missingTools(available)) log.info('an AI tool is off', { ...missing });
}
