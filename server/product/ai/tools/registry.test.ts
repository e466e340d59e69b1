import { expect, it } from 'vitest';
import { AI_TASK_TYPES, IMAGE_TASK_TYPES, TOOLS, typesOf } from '#domain/ai-task.ts';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { budgetsOf, RUN_BUDGETS } from '../../limits.ts';
import { onlyModel } from '../models/choose-models.ts';
import type { ToolDeps } from './build.ts';
import { REGISTRY } from './registry.ts';

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

const nothing = (): never => {
  throw new Error('nothing is asked while a tool is built');
};
const imageModel = {
  kind: 'real',
  create: nothing,
  edit: nothing,
  listModels: nothing,
  sizeFor: nothing,
} as const;
const deps: ToolDeps = {
  textModel: { kind: 'real', complete: nothing, listModels: nothing, about: nothing },
  models: onlyModel('m'),
  images: { imageModel, create: 'i', edit: 'i' },
  web: {
    search: { name: 's', usd: () => 0, search: nothing },
    pages: { read: nothing, close: nothing },
  },
  fileWork: createTestFileWork(),
};

it.each(AI_TASK_TYPES)('the entry of %s builds that tool, from the services that it needs alone', (type) => {
  expect(REGISTRY[type](deps)).toMatchObject({ type });
  const { searches, makes } = TOOLS[type];
  const without: ToolDeps = {
    ...deps,
    ...(!searches && { web: null }),
    ...(makes !== 'image' && { images: null }),
  };
  expect(REGISTRY[type](without)).toMatchObject({ type });
  if (searches) expect(REGISTRY[type]({ ...deps, web: null })).toBe('no_search');
  if (makes === 'image') {
    expect(REGISTRY[type]({ ...deps, images: null })).toBe('no_image_provider');
  }
});

it('both records have each tool, and agree on who makes texts', () => {
  expect(typesOf(TOOLS).toSorted()).toEqual(AI_TASK_TYPES.toSorted());
  expect(AI_TASK_TYPES.filter((type) => TOOLS[type].text === undefined)).toEqual(IMAGE_TASK_TYPES);
});
