/** The models that the tools use. Null: none is named, and the host has no default of ours. */
export interface ChosenModels {
  /** For answers and other quick work. */
  readonly fast: string | null;
  /** For research. */
  readonly research: string | null;
  /** For the many small calls of the tools that reach the web: notes on each page, and the searches of a router. */
  readonly reading: string | null;
  readonly web_search: string | null;
  readonly answer: string | null;
  readonly reasoning: string | null;
  /** For pictures that are attached to a task; null where none is known to look at them. */
  readonly vision: string | null;
  readonly doc_summary: string | null;
  readonly data_analysis: string | null;
}

export type ModelUse = keyof ChosenModels;

/** The most general first. */
export const USES = [
  'fast',
  'research',
  'reading',
  'web_search',
  'answer',
  'reasoning',
  'vision',
  'doc_summary',
  'data_analysis',
] as const satisfies readonly (keyof ChosenModels)[];

const NAMES: Partial<Record<ModelUse, string>> = {
  fast: 'AI_MODEL_FAST',
  research: 'AI_MODEL_RESEARCH',
  // Pages have no setting of their own: another quick model is another reader.
  reading: 'AI_MODEL_FAST',
  vision: 'AI_MODEL_VISION',
};

/** The setting that names the model of a use, as part of a sentence: `set answer in AI_MODELS to …`. */
export const settingName = (use: ModelUse): string => NAMES[use] ?? `${use} in AI_MODELS`;

/** The same model for everything but pictures, which it cannot look at. */
export const onlyModel = (model: string): ChosenModels => ({
  fast: model,
  research: model,
  reading: model,
  web_search: model,
  answer: model,
  reasoning: model,
  vision: null,
  doc_summary: model,
  data_analysis: model,
});

/** Models set by the operator: AI_BASE_URL, AI_MODEL_FAST, AI_MODELS and so on. */
export type ConfiguredModels = Partial<Omit<ChosenModels, 'reading'>> & { readonly baseUrl: string };

/**
 * As of 2026-11-23. The product asks for "a fast Gemini flash model" and "a GPT-4-class model for research". Of the
 * first family OpenRouter serves 3.8 (2.0 went in March 2026). OpenAI ends GPT-4.1 and GPT-4o on 2027-01-14 and
 * names gpt-6-luna as what takes their place. A model that has gone is reported at the start (learn-models.ts). USD for
 * a million tokens read and written: gemini-3.8-flash 0.75 and 3.75, from 2027-01-01 twice as much; gpt-6-luna 0.10 and
 * 0.50 (LiteLLM discussions 39357 and 42523, Vercel AI Gateway, Venice).
 */
const DEFAULTS: readonly { readonly host: string; readonly fast: string; readonly research: string }[] = [
  { host: 'openrouter.ai', fast: 'google/gemini-3.8-flash', research: 'openai/gpt-6-luna' },
  { host: 'api.openai.com', fast: 'gpt-6-luna', research: 'gpt-6-luna' },
];

/** The tool's own setting, else that of its kind of work, else the host's default. */
export function chooseModels(configured: ConfiguredModels): ChosenModels {
  const host = new URL(configured.baseUrl).hostname;
  const defaults = DEFAULTS.find((each) => each.host === host);
  const fast = configured.fast ?? defaults?.fast ?? null;
  const research = configured.research ?? defaults?.research ?? fast;
  return {
    fast,
    research,
    // Thirty calls of a run that costs one credit: the product asks for a GPT-4-class model there, and that one is by
    // far the cheaper of the two. Whoever names a quick model has chosen.
    reading: configured.fast ?? defaults?.research ?? fast,
    web_search: configured.web_search ?? research,
    answer: configured.answer ?? fast,
    reasoning: configured.reasoning ?? fast,
    doc_summary: configured.doc_summary ?? fast,
    data_analysis: configured.data_analysis ?? fast,
    // Both hosts' defaults for quick work can look at pictures; whether another model can is for its operator to say.
    vision: configured.vision ?? defaults?.fast ?? null,
  };
}
