import type { Log } from '#server/lib/log.ts';
import type { ImageModel } from '#server/providers/image-model/image-model.ts';
import type { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { ChosenModels } from '../models/choose-models.ts';

/** Whom a failed call was meant for, and the setting that names its model. */
export interface Asked {
  readonly part: 'texts' | 'pictures' | 'search';
  readonly setting: string;
}

export interface ExaminationDeps {
  /** Host and port of the provider of texts. */
  readonly host: string;
  /** It runs in the operator's own network: slow to begin, and free. */
  readonly isOwn: boolean;
  readonly textModel: TextModel;
  readonly models: ChosenModels;
  /** Tokens that the operator has set for all models. Null: what the provider says, or enough. */
  readonly context: number | null;
  /** Null: none is configured. */
  readonly images: ExaminedImages | null;
  readonly search: ExaminedSearch | null;
  /** One sentence of what to do about a failure; null: there is none to say. */
  readonly advise: (error: ProviderError, asked: Asked) => string | null;
  /** The address at which a server answers after all, where the configured one is not quite it. */
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
  /** It searches by a model, and cannot where none is named. */
  readonly isRouter: boolean;
}
