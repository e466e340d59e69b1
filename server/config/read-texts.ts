import type { TextTaskType } from '#domain/ai-task.ts';
import { recordOf } from '../lib/record-of.ts';
import { OWN_MODELS } from '../product/ai/models/choose-models.ts';
import { MOST_MS, type Patience } from '../providers/text-model/patience.ts';
import { isRouter } from '../providers/text-model/server-kind.ts';
import type { EnvironmentReader } from './read-environment.ts';
import { readDataCollection } from './read-images.ts';

/** The text model provider. */
export type TextConfig = { readonly kind: 'demo' } | RealTexts;

interface RealTexts {
  readonly kind: 'real';
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Null: the default for the provider's host. */
  readonly models: Readonly<Partial<Record<TextTaskType, string | null>>> & {
    readonly fast: string | null;
    readonly research: string | null;
    readonly vision: string | null;
    readonly check: string | null;
  };
  /** Context window in tokens; null: what the provider reports, or unlimited. */
  readonly context: number | null;
  /** Timeouts for silent models; defaults depend on where they run. */
  readonly patience: Partial<Patience>;
  /** OCR for scanned PDF pages; null: none, and the answer says that they weren't read. */
  readonly ocr: 'router' | null;
  /** `allow` lets OpenRouter use providers that retain or train on prompts. */
  readonly dataCollection: 'deny' | 'allow';
}

export function readTexts(env: EnvironmentReader, patience: Partial<Patience>): TextConfig {
  const baseUrl = env.url('AI_BASE_URL', ['http:', 'https:']);
  const apiKey = env.text('AI_API_KEY');
  // Just a key means the default router; without key and URL no model is connected.
  const ocr = env.choice('AI_OCR', 'off', ['off', 'router']) === 'router' ? 'router' : null;
  const endpoint = baseUrl ?? 'https://openrouter.ai/api/v1';
  const models = readModels(env);
  const isDemo = baseUrl === null && apiKey === null;
  if (ocr !== null && (isDemo || !isRouter(new URL(endpoint))))
    env.problem('AI_OCR: router requires OpenRouter at AI_BASE_URL and its key');
  if (isDemo) return { kind: 'demo' };
  return {
    kind: 'real',
    baseUrl: endpoint,
    apiKey,
    ocr,
    dataCollection: readDataCollection(env),
    patience,
    context: env.integer('AI_CONTEXT', 0, { min: 1_000, max: 100_000_000 }) || null,
    models,
  };
}

/** Models that serve several tools have their own keys; a single tool's model is in the list. */
function readModels(env: EnvironmentReader): RealTexts['models'] {
  const own = env.pairs(
    'AI_MODELS',
    recordOf(OWN_MODELS, (type) => `AI_MODEL_${type.toUpperCase()}`),
  );
  return {
    ...recordOf(OWN_MODELS, (type) => own.text(type)),
    fast: env.text('AI_MODEL_FAST'),
    research: env.text('AI_MODEL_RESEARCH'),
    vision: env.text('AI_MODEL_VISION'),
    check: env.text('AI_MODEL_CHECK'),
  };
}

/** Operator's timeouts for silent models; missing ones depend on the URL. */
export function readPatience(env: EnvironmentReader): Partial<Patience> {
  const waits = env.pairs('AI_WAIT_SECONDS', {
    first_sign: 'AI_FIRST_SIGN_SECONDS',
    silence: 'AI_SILENCE_SECONDS',
  });
  const seconds = (key: string): number => waits.integer(key, 0, { min: 1, max: MOST_MS / 1000 });
  const first = seconds('first_sign');
  const silence = seconds('silence');
  return {
    ...(first > 0 && { firstSignMs: first * 1000 }),
    ...(silence > 0 && { silenceMs: silence * 1000 }),
  };
}
