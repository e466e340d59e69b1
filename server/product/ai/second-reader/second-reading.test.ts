import { expect, it } from 'vitest';
import type { ActionResult } from '../engine/action.ts';
import { WIDE } from '../models/context-windows.ts';
import type { Doubt } from './correct-action.ts';
import { NOT_BEGUN, nextReading, readingSteps } from './second-reading.ts';
import type { Verdict } from './verdict.ts';

const doubt = (number: number): Doubt => ({
  statement: {
    id: `s${number}`,
    text: `Sentence ${number}.`,
    claims: [{ id: `c${number}`, quote: `Quote ${number}`, around: '' }],
  },
  why: 'not_said',
});

it('tells how many sentences the writer was given back, not how many were doubted', () => {
  const doubts = Array.from({ length: 30 }, (_one, at) => doubt(at + 1));
  const matter = {
    statements: () => [],
    doubts: () => doubts,
    corrected: () => [],
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

  const sent = JSON.stringify(action).match(/\[s\d+\]/g);
  expect(sent).toHaveLength(20);
  expect(readingSteps(matter, action, result)).toEqual([
    { key: 'corrected', params: { sentences: 20, corrected: 1, cut: 0 } },
  ]);
});
