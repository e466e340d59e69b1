import { expect, it } from 'vitest';
import { changedValues, isContested, meet, type ProjectFields } from './project-fields.ts';

const base: ProjectFields = { name: 'Flat move', description: 'On 30 November.', category: 'personal' };

it('takes over remote changes and keeps local ones', () => {
  const mine = { fields: { ...base, name: 'Lindengasse' }, base };
  const theirs = { ...base, description: 'On 1 December.' };
  const met = meet(mine, theirs);
  expect(met.fields).toEqual({ ...theirs, name: 'Lindengasse' });
  expect(isContested(met, theirs)).toBe(false);
});

it('reports fields that both sides changed', () => {
  const mine = { fields: { ...base, description: 'On 2 December.' }, base };
  const theirs = { ...base, description: 'On 1 December.', name: 'Flat' };
  const met = meet(mine, theirs);
  expect(met.fields).toEqual({ ...theirs, description: 'On 2 December.' });
  expect(isContested(met, theirs)).toBe(true);
  // Also after merging again, and no longer once both are equal.
  expect(isContested(meet(met, theirs), theirs)).toBe(true);
  expect(isContested(meet({ fields: theirs, base }, theirs), theirs)).toBe(false);
});

it('saves only changed values', () => {
  const before = { name: 'Flat move', description: null, category: 'personal' } as const;
  expect(changedValues({ ...before, category: 'work' }, before)).toEqual({ category: 'work' });
  expect(changedValues({ ...before, description: 'Soon.' }, before)).toEqual({ description: 'Soon.' });
  expect(changedValues({ ...before }, before)).toEqual({});
});
