import type { ModelReport } from '#domain/model-report.ts';
import type { ImageConfig } from '../config/read-images.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import type { ExaminationDeps, ExaminedImages } from '../product/ai/examine/examination.ts';
import { type ExamineOptions, examineModels } from '../product/ai/examine/examine-models.ts';
import { chooseModels } from '../product/ai/models/choose-models.ts';
import { createPriceList } from '../product/ai/models/prices.ts';
import type { ProviderError } from '../providers/provider-error/provider-error.ts';
import { adviceForSearch } from '../providers/search/search-advice.ts';
import { adviceFor } from '../providers/text-model/advice.ts';
import {
  createOpenAiCompatibleTextModel,
  type OpenAiCompatibleOptions,
} from '../providers/text-model/openai-compatible.ts';
import { isLocal } from '../providers/text-model/server-kind.ts';
import type { TextModel } from '../providers/text-model/text-model.ts';
import { withinBudgets } from './budgets.ts';
import { openImages } from './images.ts';
import { openEngine } from './search.ts';

type RealText = Extract<Config['text'], { kind: 'real' }>;

/**
 * Checks the configured services: each model, the search, the list of image models. Ignores what was learned about
 * models earlier, so that a fixed server is seen as it is now. Null if no model is connected.
 */
export function openExamination(config: Config, log: Log): Examination | null {
  const { text } = config;
  return text.kind === 'demo' ? null : (options) => examineModels(toDeps(config, text, log), options);
}

export type Examination = (options: ExamineOptions) => Promise<ModelReport>;

function toDeps(config: Config, text: RealText, log: Log): ExaminationDeps {
  const url = new URL(text.baseUrl);
  const connection = {
    baseUrl: text.baseUrl,
    apiKey: text.apiKey ?? undefined,
    dataCollection: text.dataCollection,
    patience: text.patience,
    log,
  };
  const prices = createPriceList(config.budgets.unlistedPrice ?? { prompt: 0, completion: 0 });
  const textModel = connect(connection, prices, config);
  const models = chooseModels({ baseUrl: text.baseUrl, ...text.models });
  const engine = openEngine(config.search.provider, text, { textModel, model: models.reading, prices });
  return {
    host: url.host,
    isOwn: isLocal(url),
    textModel,
    models,
    context: text.context,
    images: examinedImages(config.images, log),
    search: engine && { engine, isRouter: config.search.provider.kind === 'router' },
    advise: adviserOf(config, text),
    findBase: (signal) => findBase(connection, signal),
    log,
  };
}

/** Connects as the tools do: with a spending limit, no host above the listed price is used. */
function connect(
  connection: OpenAiCompatibleOptions,
  prices: ReturnType<typeof createPriceList>,
  { budgets }: Config,
): TextModel {
  const connected = createOpenAiCompatibleTextModel(connection);
  const capped = withinBudgets(connected, prices, budgets);
  return {
    ...capped,
    async listModels(signal, used) {
      const served = await connected.listModels(signal, used);
      prices.learn(new Map((served ?? []).flatMap(({ id, price }) => (price ? [[id, price]] : []))));
      return served;
    },
  };
}

/**
 * Appends `/v1` to the URL if it is missing and a model list is found there. The host stays the same, so sending the
 * key is safe.
 */
async function findBase(connection: OpenAiCompatibleOptions, signal: AbortSignal): Promise<string | null> {
  const { origin, pathname } = new URL(connection.baseUrl);
  if (/\/v\d+\/?$/.test(pathname)) return null;
  const baseUrl = `${origin}${pathname.replace(/\/+$/, '')}/v1`;
  const served = await createOpenAiCompatibleTextModel({ ...connection, baseUrl }).listModels(signal);
  return served === null ? null : baseUrl;
}

function examinedImages(config: ImageConfig, log: Log): ExaminedImages | null {
  const images = openImages(config, log);
  if (images === null || config.kind === 'none') return null;
  return { ...images, isListWhole: !isLocal(new URL(config.baseUrl)) };
}

/** Returns advice on a failure, naming the settings involved. */
function adviserOf({ images, search }: Config, text: RealText): ExaminationDeps['advise'] {
  const { provider } = search;
  const engineUrl = 'url' in provider ? provider.url : null;
  return (error: ProviderError, { part, setting }) => {
    switch (part) {
      case 'texts':
        return adviceFor(error, { baseUrl: text.baseUrl, setting });
      case 'search':
        return adviceForSearch(error, { engine: provider.kind, baseUrl: engineUrl });
      case 'pictures':
        return adviceFor(error, {
          ...(images.kind !== 'none' && { baseUrl: images.baseUrl }),
          setting,
          keySetting: 'IMAGE_API_KEY',
          baseSetting: 'IMAGE_BASE_URL',
        });
    }
  };
}
