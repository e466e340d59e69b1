import type { LanguageCode } from '#domain/languages.ts';
import type { ImageConfig } from './config/read-images.ts';
import type { Config } from './config.ts';
import { systemClock } from './lib/clock.ts';
import type { Lifecycle } from './lib/lifecycle.ts';
import type { Log } from './lib/log.ts';
import { openSearch } from './open-search.ts';
import {
  availableTools,
  type ImageTools,
  type ToolAvailability,
  usableTools,
} from './product/ai/available-tools.ts';
import { createToolCheck } from './product/ai/check-tools.ts';
import { chooseModels, onlyModel } from './product/ai/choose-models.ts';
import { keepChecking } from './product/ai/keep-checking.ts';
import { onceKnown } from './product/ai/once-known.ts';
import { createPriceList, FREE, type Price, type PriceList } from './product/ai/prices.ts';
import type { Tool } from './product/ai/tool.ts';
import { createEndingWatch } from './product/ai/watch-endings.ts';
import { watchRefusals } from './product/ai/watch-refusals.ts';
import { createWindowList } from './product/ai/windows.ts';
import { withPriceCap } from './product/ai/with-price-cap.ts';
import type { FileWork } from './product/files/file-work.ts';
import { createDemoWeb } from './providers/demo/demo-web.ts';
import { DEMO_PHRASES } from './providers/demo/phrases.ts';
import { DEMO_MODEL, startDemoProvider } from './providers/demo/start-demo-provider.ts';
import { createOpenAiImageModel } from './providers/image-model/openai.ts';
import { createOpenRouterImageModel } from './providers/image-model/openrouter.ts';
import { createRouterScanReader } from './providers/scan-reader/router.ts';
import { isLocal } from './providers/text-model/dialect.ts';
import { createOpenAiCompatibleTextModel } from './providers/text-model/openai-compatible.ts';

export interface OpenedTools {
  readonly tools: readonly Tool[];
  readonly prices: PriceList;
}

/** What a model that the provider lists no price for is thought to cost, in USD for a token: rather too much. */
const DEAR: Price = { prompt: 1 / 1_000_000, completion: 4 / 1_000_000 };
const NOTHING: Price = { prompt: 0, completion: 0 };

export interface OpenToolsDeps {
  readonly fileWork: FileWork;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
}

/** The tools that work with what is configured. Without a model, a labelled demo stands in. */
export async function openTools(
  config: Config,
  { fileWork, log, lifecycle }: OpenToolsDeps,
): Promise<OpenedTools> {
  const { text, budgets } = config;
  if (text.kind === 'demo') return openDemo(config, { fileWork, log, lifecycle });
  const connected = createOpenAiCompatibleTextModel({
    baseUrl: text.baseUrl,
    apiKey: text.apiKey ?? undefined,
    dataCollection: text.dataCollection,
    log,
  });
  const models = chooseModels({ baseUrl: text.baseUrl, ...text.models });
  const prices = createPriceList(budgets.unlistedPrice ?? (isLocal(new URL(text.baseUrl)) ? NOTHING : DEAR));
  const windows = createWindowList(text.context);
  const textModel = hasLimit(budgets)
    ? withPriceCap(connected, (model) => prices.listed(model) ?? budgets.unlistedPrice)
    : connected;
  const web = openSearch(config, { textModel, model: models.fast, lifecycle });
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
  // The router searches as a model does, which is asked for already.
  const search = config.search.provider.kind === 'router' ? null : (web?.search ?? null);
  const { check, isOutOfOrder, doubtSearch } = createToolCheck({
    textModel,
    models,
    images: images && { ...images, isListWhole: hosts.images !== null },
    search,
    prices,
    windows,
    endings: createEndingWatch(log, systemClock),
    log,
  });
  const available = availableTools({
    textModel,
    models,
    windowOf: (model) => windows.windowOf(model),
    web:
      web && search ? { ...web, search: watchRefusals(search, () => doubtSearch() && checking.soon()) } : web,
    images,
    scans,
    fileWork,
    hosts,
  });
  tellWhyNot(available, log);
  // Asked beside the start: a provider that hangs must not keep the app from serving.
  const checking = keepChecking(check);
  lifecycle.opened('tool check', async () => checking.stop());
  // Where a provider does not say, it is waited for no longer than it takes to ask.
  const known = Promise.race([windows.known, checking.first]);
  const tools = usableTools(available).map((tool) => ({
    ...onceKnown(tool, known),
    isOutOfOrder: () => isOutOfOrder(tool.type),
  }));
  return { tools, prices };
}

/** Whether an operator has said what AI work may cost. */
const hasLimit = ({ runUsd, userDayUsd, instanceDayUsd }: Config['budgets']): boolean =>
  [runUsd, userDayUsd, instanceDayUsd].some((limit) => limit !== null);

/** Null where it is in the operator's own network. */
function hostOf(address: string): string | null {
  const url = new URL(address);
  return isLocal(url) ? null : url.host;
}

async function openDemo(
  { images }: Config,
  { fileWork, log, lifecycle }: OpenToolsDeps,
): Promise<OpenedTools> {
  const demo = await startDemoProvider({ log });
  lifecycle.opened('demo provider', () => demo.close());
  const textModel = createOpenAiCompatibleTextModel({ baseUrl: demo.baseUrl, log, kind: 'demo' });
  const drawn = {
    imageModel: createOpenAiImageModel({ baseUrl: demo.baseUrl, log, kind: 'demo' }),
    create: DEMO_MODEL,
    edit: DEMO_MODEL,
  };
  const demoPhrases = (code: LanguageCode) => DEMO_PHRASES[code];
  const available = availableTools({
    textModel,
    models: onlyModel(DEMO_MODEL),
    images: openImages(images, log) ?? drawn,
    web: createDemoWeb(),
    fileWork,
    demoPhrases,
  });
  return { tools: usableTools(available), prices: FREE };
}

/** Null: none is configured. */
function openImages(config: ImageConfig, log: Log): ImageTools | null {
  if (config.kind === 'none') return null;
  const { baseUrl, apiKey, model, editModel, dataCollection } = config;
  const options = { baseUrl, ...(apiKey !== null && { apiKey }), log };
  const imageModel =
    config.kind === 'openrouter'
      ? createOpenRouterImageModel({ ...options, dataCollection })
      : createOpenAiImageModel(options);
  return { imageModel, create: model, edit: editModel };
}

/** For whoever runs this and misses a tool. */
function tellWhyNot(available: readonly ToolAvailability[], log: Log): void {
  for (const { type, ...rest } of available) {
    if (rest.tool === null) log.info('an AI tool is not offered', { type, why: rest.why });
  }
}
