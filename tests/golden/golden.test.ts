import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { language } from '#domain/languages.ts';
import { GOLDEN_TASKS } from './golden-tasks.ts';
import { type GoldenWorld, openGoldenWorld } from './golden-world.ts';
import { judgeResult } from './judge-result.ts';

let world: GoldenWorld;

beforeAll(async () => {
  world = await openGoldenWorld(GOLDEN_TASKS);
});
afterAll(() => world.close());

describe.each(AI_TASK_TYPES)('%s', (tool) => {
  const tasks = GOLDEN_TASKS.filter((task) => task.tool === tool);

  it('has its tasks', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(3);
    expect(tasks.length).toBeLessThanOrEqual(16);
  });

  it.each(tasks.map((task) => [`${task.trap} (${task.language})`, task] as const))(
    'keeps what is true and shows no lie: %s',
    async (_name, task) => {
      const result = await world.run(task);
      expect(judgeResult(task, result).problems).toEqual([]);
    },
  );
});

it('is in six languages and more, one of them from right to left', () => {
  const languages = new Set(GOLDEN_TASKS.map((task) => task.language));
  expect(languages.size).toBeGreaterThanOrEqual(6);
  expect([...languages].some((code) => language(code).direction === 'rtl')).toBe(true);
});
