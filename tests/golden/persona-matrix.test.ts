import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AiTaskType } from '#domain/ai-task.ts';
import { PERSONA_NAMES } from '#simulators/ai/personas/persona.ts';
import { isLong } from '#tests/long-run.ts';
import type { GoldenTask } from './golden-task.ts';
import { GOLDEN_TASKS } from './golden-tasks.ts';
import { judgeResult } from './judge-result.ts';
import { type Cell, matrixTable } from './matrix-table.ts';
import { type MatrixWorld, openMatrixWorld, type Stand, type Trace } from './matrix-world.ts';

/**
 * Every text tool before every maker's server: what people get is the same before all of them.
 */

const QUICK = ['answer', 'reasoning', 'web_search', 'research'] as const;
const TOOLS = [...QUICK, 'doc_summary', 'data_analysis'] as const;

/** Without those whose pages are recognised: the router alone does that. */
const tasksOf = (tool: AiTaskType): readonly GoldenTask[] =>
  GOLDEN_TASKS.filter((task) => task.tool === tool && !task.scans);

const PLAIN: Stand = { name: 'the plain simulator', persona: null };
const STANDS: readonly Stand[] = PERSONA_NAMES.map((persona) => ({ name: persona, persona }));

/** Contexts, models and parsers that one's own servers have as often as those of `STANDS`; before them, the quick tools. */
const WIDE = { context: 32_768 };
const FURTHER: readonly Stand[] = [
  { name: 'openrouter, which searches', persona: 'openrouter', searches: 'router' },
  { name: 'ollama with room', persona: 'ollama', ...WIDE },
  { name: 'ollama, thinking long', persona: 'ollama', profile: 'long', ...WIDE },
  { name: 'ollama, thinking in levels', persona: 'ollama', profile: 'levels' },
  { name: 'ollama, not thinking', persona: 'ollama', profile: 'plain', ...WIDE },
  { name: 'ollama, telling new tokens only', persona: 'ollama', profile: 'cached', ...WIDE },
  { name: 'llama-cpp, thinking long', persona: 'llama-cpp', profile: 'long', ...WIDE },
  { name: 'llama-cpp, not thinking', persona: 'llama-cpp', profile: 'plain' },
  { name: 'vllm, thinking long', persona: 'vllm', profile: 'long' },
  { name: 'vllm, of earlier', persona: 'vllm', profile: 'earlier' },
  { name: 'vllm-raw, closing mark only', persona: 'vllm-raw', profile: 'closing-only' },
  { name: 'vllm-raw, thinking long', persona: 'vllm-raw', profile: 'long' },
  { name: 'vllm-raw, not thinking', persona: 'vllm-raw', profile: 'plain' },
  { name: 'lm-studio with room', persona: 'lm-studio', ...WIDE },
  { name: 'lm-studio, thinking in the text', persona: 'lm-studio', profile: 'in-text', ...WIDE },
  { name: 'lm-studio, not thinking', persona: 'lm-studio', profile: 'plain', ...WIDE },
];

const ALL = [...STANDS, ...FURTHER];

/** What the stand-ins let their models think, and marks of thinking. */
const THOUGHT = /The pages say what they say, so let me look|<\/?think>/;

const cells: Cell[] = [];
/** Calls of each task before the plain simulator. */
const usual = new Map<GoldenTask, number>();

beforeAll(async () => {
  const plain = await openMatrixWorld(PLAIN, GOLDEN_TASKS);
  for (const task of TOOLS.flatMap(tasksOf)) {
    const { calls, result } = await plain.run(task);
    expect(judgeResult(task, result).problems).toEqual([]);
    usual.set(task, calls);
  }
  await plain.close();
});

afterAll(async () => {
  const file = process.env['PERSONA_MATRIX_FILE'];
  if (file !== undefined) await writeFile(file, matrixTable(cells));
});

/** Again, nobody would find out anew what the first time has taught. */
const ONCE = { retry: 0 };

/** All in a long run; otherwise one, so that each tool meets several servers and each server a tool. */
function toolsBefore(stand: Stand): readonly AiTaskType[] {
  const tools = STANDS.includes(stand) ? TOOLS : QUICK;
  const at = ALL.indexOf(stand);
  return isLong ? tools : tools.filter((_, index) => index === at % tools.length);
}

/** In a short run of a cell: the first finds out what the server takes, the next ones know. */
const SOME = 3;

/** All in a long run; otherwise some, and others before the next stand that meets the tool. */
function tasksBefore(stand: Stand, tool: AiTaskType): readonly GoldenTask[] {
  const tasks = tasksOf(tool);
  if (isLong || tasks.length <= SOME) return tasks;
  const met = ALL.slice(0, ALL.indexOf(stand)).filter((other) => toolsBefore(other).includes(tool));
  return Array.from({ length: SOME }, (_, at) => tasks.at((met.length * SOME + at) % tasks.length)).filter(
    (task) => task !== undefined,
  );
}

describe.each(ALL)('before $name', (stand) => {
  let world: MatrixWorld;
  beforeAll(async () => {
    world = await openMatrixWorld(stand, GOLDEN_TASKS);
  });
  afterAll(() => world.close());

  it.each(toolsBefore(stand))(
    '%s delivers what it delivers before the plain simulator',
    ONCE,
    async (tool) => {
      const runs = await runAll(world, tasksBefore(stand, tool));
      cells.push({ stand: stand.name, tool, ...totalOf(runs) });
      expect(problemsOf(runs)).toEqual([]);
      expect(trapsOf(runs.filter(({ trace }) => THOUGHT.test(seenOf(trace))))).toEqual([]);
      // The first task may find out what the server takes; whatever comes after it knows.
      const more = runs.slice(1).filter(({ task, trace }) => trace.calls > (usual.get(task) ?? 0));
      expect(more.map(({ task, trace }) => [task.trap, trace.calls, usual.get(task)])).toEqual([]);
    },
  );
});

/** Whose models do not think, or have no room for it. */
const SILENT = /^(ollama|lm-studio|gateway)$|not thinking$/;

/** A model does not think before each tool. */
it.runIf(isLong)('has heard the models think that can', () => {
  const loud = ALL.map(({ name }) => name).filter((name) => !SILENT.test(name));
  const most = loud.map((name) =>
    Math.max(0, ...cells.filter(({ stand }) => stand === name).map(({ thought }) => thought)),
  );
  expect(most.filter((tokens) => tokens < 1_000)).toEqual([]);
});

interface Run {
  readonly task: GoldenTask;
  readonly trace: Trace;
  readonly problems: readonly string[];
}

async function runAll(world: MatrixWorld, tasks: readonly GoldenTask[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const task of tasks) {
    const trace = await world.run(task);
    runs.push({ task, trace, problems: judgeResult(task, trace.result).problems });
  }
  return runs;
}

const problemsOf = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ task, problems }) => problems.map((problem) => `${task.trap}: ${problem}`));

const trapsOf = (runs: readonly Run[]): string[] => runs.map(({ task }) => task.trap);

const seenOf = ({ result, streamed }: Trace): string => `${result.output?.content ?? ''}\n${streamed}`;

function totalOf(runs: readonly Run[]): Omit<Cell, 'stand' | 'tool'> {
  const sum = (figure: 'calls' | 'refused' | 'asked' | 'thought'): number =>
    runs.reduce((total, { trace }) => total + trace[figure], 0);
  return {
    tasks: runs.length,
    delivered: runs.filter(({ problems }) => problems.length === 0).length,
    calls: sum('calls'),
    refused: sum('refused'),
    asked: sum('asked'),
    thought: sum('thought'),
  };
}
