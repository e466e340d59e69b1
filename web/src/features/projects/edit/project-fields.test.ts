import { expect, it } from 'vitest';
import { changedValues, isContested, meet, type ProjectFields } from './project-fields.ts';

const base: ProjectFields = { name: 'Flat move', description: 'On 30 November.', category: 'personal' };

it('takes over what was changed elsewhere, and keeps what was changed here', () => {
  const mine = { fields: { ...base, name: 'Lindengasse' }, base };
  const theirs = { ...base, description: 'On 1 December.' };
  const met = meet(mine, theirs);
  expect(met.fields).toEqual({ ...theirs, name: 'Lindengasse' });
  expect(isContested(met, theirs)).toBe(false);
});

it('says so where both have changed the same', () => {
  const mine = { fields: { ...base, description: 'On 2 December.' }, base };
  const theirs = { ...base, description: 'On 1 December.', name: 'Flat' };
  const met = meet(mine, theirs);
  expect(met.fields).toEqual({ ...theirs, description: 'On 2 December.' });
  expect(isContested(met, theirs)).toBe(true);
  // Also after a second look, and no longer once both say the same.
  expect(isContested(meet(met, theirs), theirs)).toBe(true);
  expect(isContested(meet({ fields: theirs, base }, theirs), theirs)).toBe(false);
});

it('saves what was changed, and nothing else', () => {
  const before = { name: 'Flat move', description: null, category: 'personal' } as const;
  expect(changedValues({ ...before, category: 'work' }, before)).toEqual({ category: 'work' });
  expect(changedValues({ ...before, description: 'Soon.' }, before)).toEqual({ description: 'Soon.' });
  expect(changedValues({ ...before }, before)).toEqual({});
});
