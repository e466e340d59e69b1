import type { Log } from '#server/lib/log.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import type { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { ChosenModels } from '../models/choose-models.ts';

/** The service that a failed call was meant for, and the setting that names its model. */
export interface Asked {
  readonly part: 'texts' | 'pictures' | 'search';
  readonly setting: string;
}

export interface ExaminationDeps {
  /** Host and port of the text provider. */
  readonly host: string;
  /** On the operator's own network: slow to start, and free. */
  readonly isOwn: boolean;
  readonly textModel: TextModel;
  readonly models: ChosenModels;
  /** Context size set by the operator for all models. Null: use the provider's, or assume enough. */
  readonly context: number | null;
  /** Null if none is configured. */
  readonly images: ExaminedImages | null;
  readonly search: ExaminedSearch | null;
  /** One sentence of advice for a failure; null if there is none. */
  readonly advise: (error: ProviderError, asked: Asked) => string | null;
  /** Finds the address at which a server does answer, if the configured one is slightly wrong. */
  readonly findBase?: (signal: AbortSignal) => Promise<string | null>;
  readonly log: Log;
}

export interface ExaminedImages {
  readonly imageModel: ImageModel;
  readonly create: string;
  readonly edit: string;
  /** Whether the list is exhaustive. A local server often serves any name. */
  readonly isListWhole: boolean;
}

export interface ExaminedSearch {
  readonly engine: SearchEngine;
  /** Searches by a model, and can't if none is named. */
  readonly isRouter: boolean;
}
