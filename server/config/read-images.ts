import { PICTURE_MS } from '../providers/image-model/call-image-model.ts';
import type { DataCollection } from '../providers/text-model/dialect.ts';
import type { Patience } from '../providers/text-model/patience.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** The image provider. `none`: image tools aren't offered. */
export type ImageConfig =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'openai' | 'openrouter';
      readonly baseUrl: string;
      readonly apiKey: string | null;
      readonly model: string;
      readonly editModel: string;
      /** `allow` lets OpenRouter use providers that retain prompts. */
      readonly dataCollection: DataCollection;
      /** Timeout of one image in milliseconds. */
      readonly limitMs: number;
    };

/**
 * As of 2026-11-20: `gpt-image-1` was shut down in October, and its successor ends on 1 December. The family's fast
 * model generates images, its careful one edits users' images.
 */
const MODELS = {
  openai: { create: 'gpt-image-2.5-flare', edit: 'gpt-image-2.5-sunburst' },
  openrouter: { create: 'openai/gpt-image-2.5-flare', edit: 'openai/gpt-image-2.5-sunburst' },
} as const;

const BASES = { openai: 'https://api.openai.com/v1', openrouter: 'https://openrouter.ai/api/v1' } as const;

const PROTOCOLS = ['unset', 'openai', 'openrouter'] as const;

/**
 * Requires an image key, URL or protocol: a key for texts alone doesn't enable images. If only the protocol is set,
 * the key for texts is used if it belongs to the same host. Image calls give no sign of life until they complete, so
 * the operator's wait for a first sign applies to them, but never shortens the usual limit.
 */
export function readImages(
  env: EnvironmentReader,
  text: { readonly baseUrl: string; readonly apiKey: string | null } | null,
  { firstSignMs = 0 }: Partial<Patience>,
): ImageConfig {
  const baseUrl = env.url('IMAGE_BASE_URL', ['http:', 'https:']);
  const apiKey = env.text('IMAGE_API_KEY');
  const protocol = env.choice('IMAGE_PROTOCOL', 'unset', PROTOCOLS);
  const model = env.text('IMAGE_MODEL');
  const editModel = env.text('IMAGE_EDIT_MODEL');
  if (baseUrl === null && apiKey === null && protocol === 'unset') {
    if (model !== null || editModel !== null) env.problem('IMAGE_API_KEY: required with IMAGE_MODEL');
    return { kind: 'none' };
  }
  const kind = protocol === 'unset' ? kindOf(baseUrl) : protocol;
  const base = baseUrl ?? BASES[kind];
  const key =
    apiKey ?? (text !== null && new URL(text.baseUrl).host === new URL(base).host ? text.apiKey : null);
  if (key === null && baseUrl === null) env.problem('IMAGE_API_KEY: required for pictures');
  const create = model ?? MODELS[kind].create;
  return {
    kind,
    baseUrl: base,
    apiKey: key,
    model: create,
    editModel: editModel ?? model ?? MODELS[kind].edit,
    dataCollection: readDataCollection(env),
    limitMs: Math.max(PICTURE_MS, firstSignMs),
  };
}

function kindOf(baseUrl: string | null): 'openai' | 'openrouter' {
  return baseUrl !== null && new URL(baseUrl).hostname.endsWith('openrouter.ai') ? 'openrouter' : 'openai';
}

/** For both texts and images. */
export function readDataCollection(env: EnvironmentReader): DataCollection {
  return env.choice('AI_DATA_COLLECTION', 'deny', ['deny', 'allow']);
}
