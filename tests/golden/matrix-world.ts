import { silentLog } from '#server/lib/log.ts';
import { createContextWindows } from '#server/product/ai/models/context-windows.ts';
import { createRouterSearch } from '#server/providers/search/router.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { ServerKind } from '#server/providers/text-model/server-kind.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { JournalEntry } from '#simulators/ai/journal.ts';
import type { PersonaName } from '#simulators/ai/personas/persona.ts';
import { countOf, fieldsOf, modelIn } from '#simulators/ai/personas/wire-body.ts';
import type { Script } from '#simulators/ai/scripts/script.ts';
import { fixedModels } from './fixed-models.ts';
import type { GoldenTask } from './golden-task.ts';
import { openGoldenWorld, type Result } from './golden-world.ts';
import { ROUTER_SEARCH_MODEL, routerSearch } from './router-search.ts';

/** Before whom the tools work: a maker's server, one of its models, and whether the router searches too. */
export interface Stand {
  readonly name: string;
  /** Null: the simulator that stands in for nobody in particular. */
  readonly persona: PersonaName | null;
  /** Which of the maker's models, where it is not the usual one. */
  readonly profile?: string;
  readonly context?: number;
  readonly searches?: 'router';
}

/** What a run of a task has cost, and let be seen. */
export interface Trace {
  readonly result: Result;
  readonly streamed: string;
  /** Calls of the model, and those of them that were refused. */
  readonly calls: number;
  readonly refused: number;
  /** The sum of the caps that were sent. */
  readonly asked: number;
  /** Tokens that the models have thought, as far as the stand-in counts them. */
  readonly thought: number;
}

export interface MatrixWorld {
  run(task: GoldenTask): Promise<Trace>;
  close(): Promise<void>;
}

/** By its address, a provider knows the makers. Here all have the same one. */
const KINDS: Readonly<Record<PersonaName, ServerKind>> = {
  openrouter: 'openrouter',
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
  mistral: 'mistral',
  groq: 'groq',
  azure: 'azure',
  litellm: 'other',
  gateway: 'other',
  ollama: 'ollama',
  'llama-cpp': 'llama-cpp',
  vllm: 'vllm',
  'vllm-raw': 'vllm',
  'lm-studio': 'lm-studio',
};

/** One model in all roles of all tasks, as most people set it up: what was learned of it in one holds in the next. */
const MODEL = 'sim/matrix';

export async function openMatrixWorld(stand: Stand, tasks: readonly GoldenTask[]): Promise<MatrixWorld> {
  const { persona, profile, context, searches } = stand;
  let current: GoldenTask | null = null;
  let streamed = '';
  const windows = createContextWindows(null);
  const connected: { textModel: TextModel | null } = { textModel: null };
  const world = await openGoldenWorld(tasks, {
    ai: {
      scripts: [routerSearch, actor(tasks, () => current)],
      models: [MODEL, ROUTER_SEARCH_MODEL],
      ...(persona && { persona }),
      ...(profile !== undefined && { profiles: { [MODEL]: profile } }),
      ...(context !== undefined && { context }),
    },
    modelOf: () => MODEL,
    effects({ simulator }) {
      const { url: baseUrl, apiKey } = simulator;
      const textModel = createOpenAiCompatibleTextModel({
        baseUrl,
        apiKey,
        log: silentLog,
        ...(persona && { server: KINDS[persona] }),
      });
      connected.textModel = textModel;
      const engine = createRouterSearch({
        textModel,
        model: ROUTER_SEARCH_MODEL,
        effort: 'low',
        worstCost: () => 0.1,
      });
      return {
        textModel,
        windowOf: (model) => windows.windowOf(model),
        ...(searches === 'router' && { search: engine }),
      };
    },
    onText(text) {
      streamed += text;
    },
  });
  // As at the start of the app.
  const served = await connected.textModel?.listModels(AbortSignal.timeout(10_000), [MODEL]);
  windows.learn(new Map((served ?? []).flatMap(({ id, window }) => (window ? [[id, window]] : []))));

  return {
    async run(task) {
      current = task;
      streamed = '';
      const result = await world.run(task);
      return { result, streamed, ...countsOf(world.simulator.journal.entries) };
    },
    close: () => world.close(),
  };
}

/** Plays the task that is being worked on. */
function actor(tasks: readonly GoldenTask[], current: () => GoldenTask | null): Script {
  return {
    model: 'matrix',
    does: 'answers what the task that is being worked on has written down',
    async run(call) {
      const task = current();
      const [script] = fixedModels(tasks);
      if (!task || !script) throw new Error('nobody works on a task');
      await script.run(call, String(tasks.indexOf(task)));
    },
  };
}

function countsOf(entries: readonly JournalEntry[]): Pick<Trace, 'calls' | 'refused' | 'asked' | 'thought'> {
  // Without what a router is asked to search for: before any other server, that is not asked of a model.
  const calls = entries.filter(
    ({ path, body }) => path.endsWith('/chat/completions') && modelIn(body) === MODEL,
  );
  return {
    calls: calls.length,
    refused: calls.filter(({ status }) => status !== null && status >= 400).length,
    asked: sum(calls.map(({ body }) => capIn(body))),
    thought: sum(calls.map(({ counts }) => counts?.thinking ?? 0)),
  };
}

function capIn(body: unknown): number {
  const { max_tokens, max_completion_tokens } = fieldsOf(body);
  return countOf(max_completion_tokens) ?? countOf(max_tokens) ?? 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
