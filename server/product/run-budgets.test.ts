import { expect, it } from 'vitest';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { budgetsOf } from './limits.ts';
import { RUN_BUDGETS } from './run-budgets.ts';

/** In EUR, with tax. */
const CHEAPEST_CREDIT = Math.min(
  ...DEFAULT_CATALOGUE.packs.map(({ discountedPrice, tasks }) => discountedPrice / tasks),
);

it.each(AI_TASK_TYPES)('a run of %s costs less than a credit of the cheapest pack', (type) => {
  // A euro is worth a dollar at least, but for some weeks of 2022.
  expect(RUN_BUDGETS[type]).toBeLessThan(CHEAPEST_CREDIT);
});

it('a limit of the operator’s is that of every tool', () => {
  const days = { userDayUsd: 1, instanceDayUsd: null };
  expect(budgetsOf('research', { runUsd: RUN_BUDGETS, ...days })).toEqual({ runUsd: 0.115, ...days });
  expect(budgetsOf('create_image', { runUsd: RUN_BUDGETS, ...days })).toEqual({ runUsd: 0.08, ...days });
  for (const runUsd of [0.03, null]) {
    expect(budgetsOf('research', { runUsd, ...days })).toEqual({ runUsd, ...days });
  }
});
