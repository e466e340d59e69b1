import { silentLog } from '#server/lib/log.ts';
import { type Effects, oneModel } from '#server/product/ai/engine/effects.ts';
import type {
  PlannedCall,
  Tool,
  ToolContext,
  ToolFile,
  ToolInput,
  ToolOutput,
} from '#server/product/ai/tool.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { AiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createMemoryJournal, type MemoryJournal } from '../engines/memory-journal.ts';

/** What a tool is given besides its providers, for tests that let one work by itself: a task, and nothing else. */
export function toolInput(changes: Partial<ToolInput> = {}): ToolInput {
  return {
    task: { title: 'Plan the party', notes: '', category: 'personal', priority: 'high', timeframe: 'today' },
    project: null,
    about: null,
    answers: [],
    wish: null,
    instruction: null,
    brief: null,
    previousAnswer: null,
    earlierSources: [],
    language: 'en',
    contract: null,
    files: [],
    image: null,
    mask: null,
    ...changes,
  };
}

/** An attempt that nobody watches and that may call as it likes. */
export function toolContext(changes: Partial<ToolContext> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    onText: () => undefined,
    onRestart: () => undefined,
    onStep: () => undefined,
    onPreview: () => undefined,
    timeLeft: () => 600_000,
    journal: createMemoryJournal(),
    beforeCall: async () => ({ settle: () => undefined, over: () => undefined, generation: () => undefined }),
    ...changes,
  };
}

export const toolFile = (name: string, type: string, bytes: Buffer): ToolFile => ({
  name,
  type,
  size: bytes.length,
  read: async () => bytes,
});

/** What came of an attempt. */
export interface Attempt {
  readonly output: ToolOutput;
  /** Of the steps in its journal. */
  readonly keys: readonly string[];
  readonly planned: readonly PlannedCall[];
}

/** Lets a tool work on files, and notes the calls that it plans. */
export async function attemptOn(
  tool: Tool,
  files: readonly ToolFile[],
  { journal = createMemoryJournal(), context }: { journal?: MemoryJournal; context?: Partial<ToolContext> },
): Promise<Attempt> {
  const planned: PlannedCall[] = [];
  const free = toolContext();
  const beforeCall: ToolContext['beforeCall'] = (call) => {
    planned.push(call);
    return free.beforeCall(call);
  };
  const watched = toolContext({ journal, beforeCall, ...context });
  const output = await tool.run(toolInput({ files }), watched);
  return { output, keys: journal.lines.map(({ key }) => key), planned };
}

/** The day of all attempts: what is written of dates must not depend on when the tests run. */
const TODAY = new Date('2026-07-07T12:00:00Z');

/** What a tool of several steps works with: one simulated model in every role, and no way into the web. */
export function simulatedEffects(
  { url: baseUrl, apiKey }: AiSimulator,
  model: string,
  changes: Partial<Effects> = {},
): Effects {
  return {
    textModel: createOpenAiCompatibleTextModel({ baseUrl, apiKey, log: silentLog }),
    models: oneModel(model),
    windowOf: () => Number.POSITIVE_INFINITY,
    search: null,
    pages: null,
    clock: { now: () => TODAY },
    patience: { calls: 4, delay: 1, inPlace: 50, spare: 10_000 },
    ...changes,
  };
}
