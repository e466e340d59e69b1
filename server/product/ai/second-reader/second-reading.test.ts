import { expect, it } from 'vitest';
import type { ActionResult } from '../engine/action.ts';
import { WIDE } from '../models/context-windows.ts';
import type { Doubt } from './correct-action.ts';
import { applyReading, NOT_BEGUN, nextReading, type ReadMatter, readingSteps } from './second-reading.ts';
import type { Verdict } from './verdict.ts';

const doubt = (number: number): Doubt => ({
  statement: {
    id: `s${number}`,
    text: `Sentence ${number}.`,
    claims: [{ id: `c${number}`, quote: `Quote ${number}`, around: '' }],
  },
  why: 'not_said',
});

it('tells how many of the doubted sentences the writer was given back', () => {
  const doubts = Array.from({ length: 30 }, (_one, at) => doubt(at + 1));
  const matter = {
    statements: () => [],
    doubts: () => doubts,
    corrected: () => [],
    points: [],
    text: '',
    language: 'en',
    reading: { ...NOT_BEGUN, verdicts: new Map<string, Verdict>([['s1', { is: 'not_said' }]]) },
    seed: { today: '2026-11-23', key: 'KEY', windows: WIDE, checks: true },
  } as const;
  const [action] = nextReading(matter);
  if (!action) throw new Error('nothing is corrected');
  const sentences = [{ id: 's1', text: 'Sentence one, corrected [c1].' }];
  const result: ActionResult = {
    ok: true,
    kind: 'chat',
    text: '',
    value: { sentences },
    isCut: false,
    model: 'sim/writer',
  };

  const sent = action.messages.at(-1)?.content.match(/^\[s\d+\]/gm);
  expect(sent).toHaveLength(20);
  expect(readingSteps(matter, action, result)).toEqual([
    { key: 'corrected', params: { sentences: 20, of: 30, corrected: 1, cut: 0 } },
  ]);
});

const said = (value: unknown): ActionResult => ({
  ok: true,
  kind: 'chat',
  text: '',
  value,
  isCut: false,
  model: 'sim/checker',
});

const NO_VERDICTS = { supported: '', contradicted: '', not_said: '', no_claim: '', computed: [] };
const STATEMENT = doubt(1).statement;

/** A text that nobody has read, with points that its person has asked for. */
const UNREAD: ReadMatter = {
  statements: () => [STATEMENT],
  doubts: () => [],
  corrected: () => [],
  points: ['price', 'delivery time', 'pets'],
  text: '## The price\n\nNothing was found about it. It comes within three days.',
  language: 'en',
  reading: NOT_BEGUN,
  seed: { today: '2026-11-23', key: 'KEY', windows: WIDE, checks: true },
};

it('asks about all points beside the first statements, also those whose words the text has', () => {
  const [check, action, ...others] = nextReading(UNREAD);
  if (!check || !action) throw new Error('nobody asks about the points');
  expect(others).toEqual([]);
  expect(check.id).toBe('check:1');
  expect(action).toMatchObject({ id: 'points', role: 'checker', need: 'spare' });
  expect(JSON.stringify(action.messages).match(/\[p\d\] [a-z ]+/g)).toEqual([
    '[p1] price',
    '[p2] delivery time',
    '[p3] pets',
  ]);
  const checked = applyReading(UNREAD, check, said({ ...NO_VERDICTS, supported: 's1' }));
  const asked = { ...UNREAD, reading: checked };
  expect(nextReading(asked).map(({ id }) => id)).toEqual(['points']);
  const reading = applyReading(asked, action, said({ covered: 'p2', missing: 'p1 p3' }));
  expect([...(reading.covered ?? [])]).toEqual([
    ['price', false],
    ['delivery time', true],
    ['pets', false],
  ]);
  expect(nextReading({ ...UNREAD, reading })).toEqual([]);
});

it('asks about the points once, also where there is nothing else to read', () => {
  const alone = { ...UNREAD, statements: () => [] };
  expect(nextReading(alone).map(({ id }) => id)).toEqual(['points']);
  expect(nextReading({ ...alone, reading: { ...NOT_BEGUN, covered: new Map() } })).toEqual([]);
});

it('asks nobody about points where there are none, or nobody reads', () => {
  expect(nextReading({ ...UNREAD, points: [] }).map(({ id }) => id)).toEqual(['check:1']);
  expect(nextReading({ ...UNREAD, seed: { ...UNREAD.seed, checks: false } })).toEqual([]);
});

it.each([
  ['both lists', said({ covered: 'p1 p2', missing: 'p1 p2' })],
  ['ids that nobody has', said({ covered: 'p9 __proto__', missing: 'p0' })],
  ['nothing', said({ covered: '', missing: '' })],
  ['a failure', { ok: false, why: 'slow' } as const],
])('takes no verdict on a point from a reader that answers %s', (_what, result) => {
  const [, action] = nextReading(UNREAD);
  if (!action) throw new Error('nobody asks about the points');
  const reading = applyReading(UNREAD, action, result);
  expect(reading.covered).toEqual(new Map());
  expect(nextReading({ ...UNREAD, reading }).map(({ id }) => id)).toEqual(['check:1']);
});

it('no longer counts a point as covered where the sentence on it is cut', () => {
  const { statement } = doubt(1);
  const covered = new Map([
    ['price', true],
    ['delivery time', true],
    ['pets', false],
  ]);
  const verdicts = new Map<string, Verdict>([['s1', { is: 'not_said' }]]);
  const matter: ReadMatter = {
    ...UNREAD,
    doubts: () => [{ statement: { ...statement, text: 'The prices are low.' }, why: 'not_said' }],
    reading: { ...NOT_BEGUN, checked: 1, verdicts, covered },
  };
  const [action] = nextReading(matter);
  if (action?.id !== 'correct') throw new Error('nothing is corrected');
  const after = (text: string) =>
    applyReading(matter, action, said({ sentences: [{ id: 's1', text }] })).covered;
  expect([...(after('') ?? [])]).toEqual([
    ['delivery time', true],
    ['pets', false],
  ]);
  expect(after('The price is 9 euros [c1].')).toEqual(covered);
});
