import { expect, test } from 'vitest';
import type { Find } from './find.ts';
import { stillFound } from './use-finds.ts';

const FINDS: Find[] = [
  {
    kind: 'task',
    id: 't',
    title: 'Settle the invoice',
    excerpt: null,
    project_id: null,
    is_completed: false,
  },
  { kind: 'project', id: 'p', title: 'Summer house', excerpt: 'The settings of the boiler.' },
  { kind: 'project', id: 'q', title: 'Sauna', excerpt: null },
];

test('keeps results of an earlier query only while they match the typed text', () => {
  const ids = (typed: string) => stillFound(FINDS, typed).map(({ id }) => id);
  expect(ids('s')).toEqual(['t', 'p', 'q']);
  expect(ids('sett')).toEqual(['t', 'p']);
  expect(ids('settings')).toEqual(['p']);
});
