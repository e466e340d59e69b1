/**
 * The figures of the golden set (`tests/golden/`): what the engine makes of fixed answers, true ones and hostile ones.
 * No model is asked, so they say nothing about how good any model is.
 */
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { LIES } from '#tests/golden/golden-task.ts';
import { GOLDEN_TASKS } from '#tests/golden/golden-tasks.ts';
import { openGoldenWorld } from '#tests/golden/golden-world.ts';
import { type Judgement, judgeResult } from '#tests/golden/judge-result.ts';
import { report } from './measure/figures.ts';

const world = await openGoldenWorld(GOLDEN_TASKS);
const judged: { task: (typeof GOLDEN_TASKS)[number]; judgement: Judgement; failure: string | null }[] = [];
for (const task of GOLDEN_TASKS) {
  const result = await world.run(task);
  judged.push({ task, judgement: judgeResult(task, result), failure: result.failure });
}
await world.close();

const add = (some: typeof judged, figure: (judgement: Judgement) => number): number =>
  some.reduce((sum, { judgement }) => sum + figure(judgement), 0);
const of = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${part} of ${whole} (${((part / whole) * 100).toFixed(1)} %)`;

function figuresOf(some: typeof judged): Record<string, string | number> {
  const written = some.flatMap(({ judgement: { isInLanguage } }) =>
    isInLanguage === null ? [] : isInLanguage,
  );
  const honest = some.filter(({ task: { ends } }) => ends && 'fails' in ends);
  return {
    tasks: `${some.length}, ${some.filter(({ judgement }) => judgement.problems.length > 0).length} not as expected`,
    'citation precision': of(
      add(some, ({ citations }) => citations.right),
      add(some, ({ citations }) => citations.shown),
    ),
    'citation recall': of(
      add(some, ({ claims }) => claims.cited),
      add(some, ({ claims }) => claims.made),
    ),
    'number accuracy': of(
      add(some, ({ numbers }) => numbers.right),
      add(some, ({ numbers }) => numbers.shown),
    ),
    'page accuracy': of(
      add(some, ({ pages }) => pages.right),
      add(some, ({ pages }) => pages.shown),
    ),
    'in the language asked for, or said not to be': of(written.filter(Boolean).length, written.length),
    'lies shown': of(
      add(some, ({ shown }) => shown.length),
      add(some, ({ planted }) => planted.length),
    ),
    'honest failures': of(
      honest.filter(({ task: { ends }, failure }) => ends && 'fails' in ends && ends.fails === failure)
        .length,
      honest.length,
    ),
  };
}

for (const tool of AI_TASK_TYPES) report(tool, figuresOf(judged.filter(({ task }) => task.tool === tool)));
report(
  'lies by kind, shown of planted',
  Object.fromEntries(
    LIES.map((lie) => {
      const count = (some: 'shown' | 'planted'): number =>
        add(judged, (judgement) => judgement[some].filter((each) => each === lie).length);
      return [lie, `${count('shown')} of ${count('planted')}`];
    }),
  ),
);
report(`all, in ${new Set(GOLDEN_TASKS.map(({ language }) => language)).size} languages`, figuresOf(judged));
for (const { task, judgement } of judged)
  for (const problem of judgement.problems) console.log(`${task.tool}, ${task.trap}: ${problem}`);
