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
 * A check of what is configured: each model, the search, the list of models for pictures. What was learned of models
 * earlier is left aside, so that a server that has been put right is seen as it is now. Null where no model is connected.
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

/** As the tools ask: where money has a limit, no host is taken that is dearer than the list says. */
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

/** The address with `/v1`, where it lacks it and a list of models is there. The host stays the same, so the key may go along. */
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

/** What to do about a failure, with the names of the settings of what has failed. */
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
