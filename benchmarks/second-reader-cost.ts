/**
 * What the second reader adds to a research in money and time, by set-up:
 * `node benchmarks/second-reader-cost.ts [first-word-ms] [tokens-per-second]`. The engine is the real one; the models
 * are simulated, with answers in the lengths of real ones, and their tokens are estimated and priced as listed.
 */
import { contractOf } from '#domain/contract/contract-of.ts';
import { checkerFor, chooseModels } from '#server/product/ai/models/choose-models.ts';
import { estimateTokens } from '#server/product/ai/models/estimate-tokens.ts';
import type { Price } from '#server/product/ai/models/prices.ts';
import { createResearchTool } from '#server/product/ai/tools/research/tool.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { connectTo } from '#tests/worlds/ask-simulator.ts';
import { simulatedEffects, toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { type Measured, measuredPages, measuredSearch, measuredTeam } from './measure/measured-team.ts';

const [FIRST_WORD_MS = 600, TOKENS_PER_SECOND = 120] = process.argv.slice(2).map(Number);

const perMillion = (prompt: number, completion: number): Price => ({
  prompt: prompt / 1e6,
  completion: completion / 1e6,
});

/** As listed by OpenRouter in November 2026; Gemma by Vercel's gateway. */
const PRICES: Readonly<Record<string, Price>> = {
  'openai/gpt-6-luna': perMillion(0.1, 0.5),
  'google/gemini-3.8-flash': perMillion(0.75, 3.75),
  'google/gemini-3.1-flash-lite': perMillion(0.25, 1.5),
  'google/gemma-4-31b-it': perMillion(0.14, 0.4),
  'anthropic/claude-sonnet-4.6': perMillion(3, 15),
};

/** A search of the router: its own price, and the tokens of the pages that it shows its model. */
const searchBy = ({ prompt, completion }: Price): number => 0.005 + 5_500 * prompt + 500 * completion;

/** Thinking tokens on top of an answer, by effort. Assumed: what a model thinks isn't known before it has. */
const THOUGHT = { none: 0, low: 300, medium: 1_000, high: 3_000 } as const;

interface SetUp {
  readonly name: string;
  readonly models: Readonly<Record<'fast' | 'research', string | null>> & { readonly check?: string };
  readonly isSearchPaid: boolean;
  readonly questions: number;
  readonly queriesPerQuestion: number;
}

/** A person who asks for three points by name. A wish of null tells what these cost. */
const REQUEST = {
  language: 'en',
  wish: '- How many applications were approved\n- How long an approval took\n- What an application costs',
  instruction: null,
  image: null,
  files: [],
} as const;

const DEFAULTS = { fast: null, research: null };
/** The writer reads twice: the cheapest, though models of one family share their mistakes. */
const ITSELF = { ...DEFAULTS, check: 'openai/gpt-6-luna' };
/** The cheapest of another family whose price is known. */
const OPEN_WEIGHTS = { ...DEFAULTS, check: 'google/gemma-4-31b-it' };
const SMALL = { questions: 4, queriesPerQuestion: 1 };
const LARGE = { questions: 6, queriesPerQuestion: 2 };
const SONNET = { fast: null, research: 'anthropic/claude-sonnet-4.6' };
const ONE = { fast: 'google/gemini-3.8-flash', research: 'google/gemini-3.8-flash' };

const SET_UPS: readonly SetUp[] = [
  { name: 'defaults, 4 questions', models: DEFAULTS, isSearchPaid: true, ...SMALL },
  { name: 'defaults, 6 questions', models: DEFAULTS, isSearchPaid: true, ...LARGE },
  { name: 'defaults, free search, 4 questions', models: DEFAULTS, isSearchPaid: false, ...SMALL },
  { name: 'defaults, free search, 6 questions', models: DEFAULTS, isSearchPaid: false, ...LARGE },
  {
    name: 'free search, AI_MODEL_CHECK=openai/gpt-6-luna, 4 questions',
    models: ITSELF,
    isSearchPaid: false,
    ...SMALL,
  },
  {
    name: 'free search, AI_MODEL_CHECK=openai/gpt-6-luna, 6 questions',
    models: ITSELF,
    isSearchPaid: false,
    ...LARGE,
  },
  {
    name: 'free search, AI_MODEL_CHECK=google/gemma-4-31b-it, 4 questions',
    models: OPEN_WEIGHTS,
    isSearchPaid: false,
    ...SMALL,
  },
  {
    name: 'free search, AI_MODEL_CHECK=google/gemma-4-31b-it, 6 questions',
    models: OPEN_WEIGHTS,
    isSearchPaid: false,
    ...LARGE,
  },
  { name: 'one model for all, 4 questions', models: ONE, isSearchPaid: true, ...SMALL },
  { name: 'one model for all, 6 questions', models: ONE, isSearchPaid: true, ...LARGE },
  { name: 'a dearer writer, 4 questions', models: SONNET, isSearchPaid: true, ...SMALL },
  { name: 'a dearer writer, 6 questions', models: SONNET, isSearchPaid: true, ...LARGE },
];

interface Call {
  /** The form of its answer. */
  readonly form: string;
  readonly promptTokens: number;
  readonly parts: Parts;
  readonly usd: number;
  readonly seconds: number;
}

const isOfReading = ({ form }: Call): boolean => ['verdicts', 'corrections', 'points'].includes(form);

/** What a call of the second reader costs, in cents, by what it consists of. */
const PARTS = ['rules', 'quotes', 'statements', 'points and text', 'answer'] as const;
type Parts = Readonly<Record<(typeof PARTS)[number], number>>;

/** Splits the price of a call by what stands in its frames. The rules count with the form of the answer. */
function partsOf(asked: string, usdOfAnswer: number, { prompt }: Price): Parts {
  const cents = (text: string): number => 100 * prompt * estimateTokens(text);
  const centsOf = (names: string): number =>
    cents(new RegExp(`<(?:${names})-([\\w-]+)>\\n[^]*\\n</(?:${names})-\\1>`).exec(asked)?.[0] ?? '');
  const quotes = centsOf('quotes');
  const statements = centsOf('statements|sentences');
  const points = centsOf('points|text');
  const rules = cents(asked) - quotes - statements - points;
  return { rules, quotes, statements, 'points and text': points, answer: 100 * usdOfAnswer };
}

/** Notes each call with its tokens, its price, and the time that a model would take for it. */
function metered(textModel: TextModel, calls: Call[]): TextModel {
  return {
    ...textModel,
    async complete(request, options) {
      const result = await textModel.complete(request, options);
      const { messages, shape, effort = 'none', model } = request;
      const asked = messages.map(({ content }) => content).join('\n') + JSON.stringify(shape?.schema ?? '');
      const promptTokens = estimateTokens(asked);
      const completionTokens = estimateTokens(result.text) + THOUGHT[effort];
      const price = PRICES[model];
      if (price === undefined) throw new Error(`no price of ${model}`);
      const usdOfAnswer = completionTokens * price.completion;
      const usd = promptTokens * price.prompt + usdOfAnswer;
      const seconds = FIRST_WORD_MS / 1_000 + completionTokens / TOKENS_PER_SECOND;
      const parts = partsOf(asked, usdOfAnswer, price);
      calls.push({ form: shape?.name ?? 'text', promptTokens, parts, usd, seconds });
      return result;
    },
  };
}

const roundOf = ({ form }: Call): string => (form === 'points' ? 'verdicts' : form);

/** Calls of one round are made at the same time, so the longest is waited for; what differs in form is another round, but for points. */
function secondsOf(calls: readonly Call[]): number {
  const rounds: Call[][] = [];
  for (const call of calls) {
    const last = rounds.at(-1);
    if (last?.[0] && roundOf(last[0]) === roundOf(call)) last.push(call);
    else rounds.push([call]);
  }
  return rounds.reduce((sum, round) => sum + Math.max(...round.map(({ seconds }) => seconds)), 0);
}

async function research({ models, isSearchPaid, ...size }: SetUp, wrongOneIn: Measured['wrongOneIn']) {
  const chosen = chooseModels({ baseUrl: 'https://openrouter.ai/api/v1', ...models });
  const { research: writer, reading: reader } = chosen;
  if (writer === null || reader === null) throw new Error('a model has no name');
  const readerPrice = PRICES[reader];
  if (readerPrice === undefined) throw new Error(`no price of ${reader}`);
  const checker = checkerFor(chosen, writer);
  const aliases = Object.fromEntries(Object.keys(PRICES).map((model) => [model, 'sim/measured']));
  const simulator = await startAiSimulator({ scripts: [measuredTeam({ ...size, wrongOneIn })], aliases });
  const calls: Call[] = [];
  const textModel = metered(connectTo(simulator), calls);
  const usdOfSearch = isSearchPaid ? searchBy(readerPrice) : 0;
  const search = measuredSearch(usdOfSearch);
  let searches = 0;
  const tool = createResearchTool(
    simulatedEffects(simulator, writer, {
      textModel,
      models: { planner: writer, reader, writer, checker, viewer: null },
      search: {
        ...search,
        search: (query, options) => {
          searches += 1;
          return search.search(query, options);
        },
      },
      pages: measuredPages(),
    }),
  );
  let statements = 0;
  const journal = createMemoryJournal((line) => {
    if (line.key === 'read_twice') statements += line.params.of;
  });
  await tool.run(toolInput({ contract: contractOf('research', REQUEST) }), toolContext({ journal }));
  await simulator.close();
  const readings = calls.filter(isOfReading);
  const usd = usdOf(readings);
  return {
    checker,
    statements,
    calls: readings.length,
    tokens: readings.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    usd,
    rest: usdOf(calls) - usd + searches * usdOfSearch,
    seconds: secondsOf(readings),
    parts: PARTS.map((part) => readings.reduce((sum, { parts }) => sum + parts[part], 0)),
  };
}

const usdOf = (calls: readonly Call[]): number => calls.reduce((sum, { usd }) => sum + usd, 0);
const cents = (usd: number): string => (100 * usd).toFixed(2);
const rows: Record<string, string | number | null>[] = [];
const rowsOfParts: Record<string, string>[] = [];
for (const setUp of SET_UPS) {
  for (const [text, wrongOneIn] of [
    ['true', null],
    ['1 in 10 wrong', 10],
  ] as const) {
    const measured = await research(setUp, wrongOneIn);
    const { checker, statements, calls, tokens, usd, rest, seconds, parts } = measured;
    const inCents = PARTS.map((part, at) => [part, (parts[at] ?? 0).toFixed(3)]);
    if (setUp.models === DEFAULTS)
      rowsOfParts.push({ 'set-up': setUp.name, text, ...Object.fromEntries(inCents) });
    rows.push({
      'set-up': setUp.name,
      text,
      checker: checker?.replace(/^.*\//, '') ?? null,
      statements,
      calls,
      'tokens in': Math.round(tokens),
      'rest, cents': cents(rest),
      'adds, cents': cents(usd),
      share: `${((100 * usd) / rest).toFixed(1)} %`,
      'adds, s': seconds.toFixed(1),
    });
  }
}
console.table(rows);
process.stdout.write('What it adds, in cents:\n');
console.table(rowsOfParts);
