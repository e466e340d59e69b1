import { type AiTaskType, isTextTask, type TextTaskType, TOOLS, typesOf } from '#domain/ai-task.ts';
import { recordOf } from '#server/lib/record-of.ts';

/**
 * Uses of models: each text tool has its own, and research's stands for its whole kind. `fast`: answers and
 * other quick work. `reading`: the many small calls of web tools, for notes on pages and a router's searches.
 * `vision`: attached pictures. `check`: comparing what was written with its quotes. `compare`: the same by default, where
 * the writer is of another family.
 */
export type ModelUse = 'fast' | 'reading' | 'vision' | 'check' | 'compare' | TextTaskType;

/**
 * Models by use. Null if none is named and the host has no default of ours; for `vision` if none is known to read
 * pictures; for `check` unless one is named, and for `compare` unless its maker reads tasks anyway: see `checkerFor`.
 */
export type ChosenModels = Readonly<Record<ModelUse, string | null>>;

const texts: readonly TextTaskType[] = typesOf(TOOLS).filter(isTextTask);

/** Tools for which AI_MODELS has a key. */
export const OWN_MODELS = texts.filter((type) => TOOLS[type].text?.hasOwnKey);

const worksOnFiles = (type: AiTaskType): boolean => TOOLS[type].takes?.atLeast === 1;
const isResearch = (type: AiTaskType): boolean => TOOLS[type].text?.model === 'research';
const quick = texts.filter((type) => !isResearch(type));

/** Most general first; reading pictures serves any tool, so it precedes what only works on files. */
export const USES: readonly ModelUse[] = [
  ...new Set<ModelUse>([
    'fast',
    'research',
    'reading',
    ...texts.filter(isResearch),
    ...quick.filter((type) => !worksOnFiles(type)),
    'vision',
    ...quick.filter(worksOnFiles),
    'check',
    'compare',
  ]),
];

/** Uses whose models a tool requires. */
export const usesOf = (type: AiTaskType): readonly ModelUse[] =>
  isTextTask(type) ? (TOOLS[type].searches ? [type, 'reading'] : [type]) : [];

const NAMES = {
  fast: 'AI_MODEL_FAST',
  research: 'AI_MODEL_RESEARCH',
  // No setting of its own: it follows the quick model.
  reading: 'AI_MODEL_FAST',
  vision: 'AI_MODEL_VISION',
  check: 'AI_MODEL_CHECK',
  compare: 'AI_MODEL_CHECK',
} as const;

const isShared = (use: ModelUse): use is Exclude<ModelUse, TextTaskType> =>
  use === 'fast' || use === 'reading' || use === 'vision' || use === 'check' || use === 'compare';

/** The setting that names a use's model, within a sentence: `set answer in AI_MODELS to …`. */
export function settingName(use: ModelUse): string {
  if (isShared(use)) return NAMES[use];
  const { hasOwnKey = false, model = 'fast' } = TOOLS[use].text ?? {};
  return hasOwnKey ? `${use} in AI_MODELS` : NAMES[model];
}

/** One model for everything but pictures, which it can't read. It's its own second reader. */
export const onlyModel = (model: string): ChosenModels =>
  recordOf(USES, (use) => (['vision', 'check', 'compare'].includes(use) ? null : model));

/** Models set by the operator: AI_BASE_URL, AI_MODEL_FAST, AI_MODELS and so on. */
export type ConfiguredModels = Partial<Omit<ChosenModels, 'reading' | 'compare'>> & {
  readonly baseUrl: string;
};

/**
 * As of 2026-11-23. The product asks for "a fast Gemini flash model" and "a GPT-4-class model for research". Of
 * the first family OpenRouter serves 3.8 (2.0 was retired in March 2026). OpenAI retires GPT-4.1 and GPT-4o on
 * 2027-01-14 and names gpt-6-luna as the successor. Retired models are reported at startup (learn-models.ts).
 * USD per million input and output tokens: gemini-3.8-flash 0.75 and 3.75, doubling on 2027-01-01; gpt-6-luna
 * 0.10 and 0.50 (LiteLLM discussions 39357 and 42523, Vercel AI Gateway, Venice); gemini-3.1-flash-lite 0.25 and 1.50,
 * generally available since 2026-05-07 (openrouter.ai/google/gemini-3.1-flash-lite).
 */
const DEFAULTS: readonly Defaults[] = [
  {
    host: 'openrouter.ai',
    fast: 'google/gemini-3.8-flash',
    research: 'openai/gpt-6-luna',
    compare: 'google/gemini-3.1-flash-lite',
  },
  { host: 'api.openai.com', fast: 'gpt-6-luna', research: 'gpt-6-luna' },
];

interface Defaults {
  readonly host: string;
  readonly fast: string;
  readonly research: string;
  readonly compare?: string;
}

/** The tool's own setting, else that of its kind of work, else the host's default. */
export function chooseModels(configured: ConfiguredModels): ChosenModels {
  const host = new URL(configured.baseUrl).hostname;
  const defaults = DEFAULTS.find((each) => each.host === host);
  const fast = configured.fast ?? defaults?.fast ?? null;
  const research = configured.research ?? defaults?.research ?? fast;
  const compare = defaults?.compare;
  const kinds = { fast, research };
  const named = {
    fast,
    // Thirty calls of a run that costs one credit: the product asks for a GPT-4-class model there, which is by
    // far the cheaper default. An operator's quick model takes precedence.
    reading: configured.fast ?? defaults?.research ?? fast,
    // Both hosts' quick defaults read pictures; for other models the operator has to say so.
    vision: configured.vision ?? defaults?.fast ?? null,
    check: configured.check ?? null,
    // Of a maker that reads tasks anyway: nobody should find another one among their recipients.
    compare: compare && fast && isOneFamily(compare, fast) ? compare : null,
  };
  const ofTool = (type: TextTaskType): string | null =>
    configured[type] ?? kinds[TOOLS[type].text?.model ?? 'fast'];
  return recordOf(USES, (use) => (isShared(use) ? named[use] : ofTool(use)));
}

/**
 * The second reader of what a tool's model writes: the one that the operator names, else the first in use that is of
 * another family, since models of one family share their mistakes, else the quick one.
 */
export function checkerFor(models: ChosenModels, writer: string): string | null {
  const inUse = CHECKERS.flatMap((use) => models[use] ?? []);
  return models.check ?? inUse.find((model) => !isOneFamily(model, writer)) ?? models.fast ?? writer;
}

/** The cheaper first. Not for pictures: that model may be one for nothing else. */
const CHECKERS = [...new Set<ModelUse>(['compare', 'reading', 'fast', 'research', ...texts])];

const isOneFamily = (one: string, other: string): boolean => familyOf(one) === familyOf(other);

/** The maker before a slash (`google/…`), else the letters that a name begins with (`qwen3:8b`, `gemma4`). */
function familyOf(model: string): string {
  const name = model.toLowerCase();
  return name.includes('/') ? name.slice(0, name.indexOf('/')) : (/^\p{L}+/u.exec(name)?.[0] ?? name);
}
