import { describe, expect, it } from 'vitest';
import { toolInput } from '#tests/worlds/tool-attempt.ts';
import type { Action, ActionResult } from '../../engine/action.ts';
import type { Next } from '../../engine/tool-spec.ts';
import { WIDE } from '../../models/context-windows.ts';
import { researchSpec } from './spec.ts';
import type { ResearchState } from './state.ts';

/** A web of ten hits for each query, each on a site of its own: which of them can be read, and what is noted of them. */
interface Web {
  readonly questions: number;
  /** By its place among the hits of its query, from 0. */
  readonly canBeRead: (place: number) => boolean;
  /** Points that a page answers, by its number in the order of choice, from 1. */
  readonly answers: (page: number) => readonly string[];
  readonly report?: string;
}

/** What each page says, and a reader notes of it. */
const SENTENCES = ['prices', 'noise', 'permits', 'grants', 'repairs', 'builders'].map(
  (matter) => `This page says a good deal about the ${matter} of it all`,
);

function resultOf(action: Action, { questions, canBeRead, answers, report }: Web): ActionResult {
  const chat = (value: unknown, text = ''): ActionResult => ({
    ok: true,
    kind: 'chat',
    text,
    value,
    isCut: false,
    model: 'sim/team',
  });
  switch (action.kind) {
    case 'search': {
      const site = action.query.replaceAll(' ', '-');
      const hits = Array.from({ length: 10 }, (_hit, place) => ({
        url: `https://${site}-${place}.example/`,
        title: 'A page',
        excerpt: '',
      }));
      return { ok: true, kind: 'search', hits };
    }
    case 'read': {
      const place = Number(/-(\d)\.example/.exec(action.url)?.[1]);
      if (!canBeRead(place)) return { ok: false, why: 'robots' };
      const page = { url: action.url, title: 'A page', date: null, language: 'en', blocks: SENTENCES };
      return { ok: true, kind: 'read', page: { ...page, hash: '0', readAt: '2026-11-23' } };
    }
    case 'chat': {
      if (action.role === 'reader') {
        const points = answers(Number(/\d+$/.exec(action.id)?.[0]));
        return chat({ claims: SENTENCES.map((quote) => ({ text: `${quote}.`, quote, answers: points })) });
      }
      if (action.role === 'writer') return chat(null, report ?? 'It says a good deal about the prices [c1].');
      if (action.id !== 'plan') return chat({ queries: [`words of ${action.id.replace(':', ' ')}`] });
      const planned = Array.from({ length: questions }, (_question, at) => ({
        question: `Question ${at + 1}`,
        queries: [`words about part ${at + 1}`],
        points: [{ id: 'x', text: `Point ${at + 1}` }],
      }));
      return chat({ brief: 'Find it out', questions: planned });
    }
    case 'scan':
    case 'profile':
    case 'query':
    case 'picture':
      throw new Error(`a research asks for no ${action.kind}`);
  }
}

interface Done {
  readonly state: ResearchState;
  readonly end: Next;
  /** What the writer is shown. */
  readonly asked: string;
  /** Ids of what was asked for, in order. */
  readonly actions: readonly string[];
}

/** A research from its beginning to its end, without a world. */
function fold(web: Web): Done {
  const input = toolInput({
    task: { title: 'Heat pumps', notes: '', category: 'personal', priority: 'high', timeframe: 'today' },
  });
  let state = researchSpec.init(input, researchSpec.plan(input), {
    today: '2026-11-23',
    key: 'k',
    checks: false,
    windows: WIDE,
  });
  const actions: string[] = [];
  let asked = '';
  for (;;) {
    const next = researchSpec.next(state);
    if (!('do' in next)) return { state, end: next, asked, actions };
    for (const action of next.do) {
      actions.push(action.id);
      if (action.id === 'write') asked = JSON.stringify(action);
      state = researchSpec.apply(state, action, resultOf(action, web));
    }
  }
}

/** How many of these pages were read for each question, by its words. */
function readFor({ pages, purposes }: ResearchState): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { id } of pages) {
    const question = purposes.get(id)?.text ?? '';
    counts[question] = (counts[question] ?? 0) + 1;
  }
  return counts;
}

const rounds = (actions: readonly string[]): string[] => actions.filter((id) => id.startsWith('more:'));

describe('the pages of a research', () => {
  it.each([
    [2, 4],
    [3, 4],
    [4, 3],
    [5, 3],
    [6, 2],
  ])('of %i questions are shared evenly in the first round, %i for each', (questions, each) => {
    const answers = () => Array.from({ length: questions }, (_point, at) => `m${at + 1}`);
    const { state, actions } = fold({ questions, canBeRead: () => true, answers });
    expect(Object.values(readFor(state))).toEqual(Array.from({ length: questions }, () => each));
    expect(rounds(actions)).toEqual([]);
  });

  it.each([5, 6])('of %i questions leave some for what stayed open', (questions) => {
    const { state, actions } = fold({ questions, canBeRead: () => true, answers: () => ['m1', 'm2', 'm3'] });
    expect(rounds(actions)).toEqual(['more:2', 'more:3']);
    expect(state.pages).toHaveLength(20);
  });

  it('are tried further where some cannot be read, for every question and in every round', () => {
    // The first three of ten hits are closed.
    const { state, actions } = fold({
      questions: 6,
      canBeRead: (place) => place > 2,
      answers: () => ['m1', 'm2', 'm3'],
    });
    const { 'Find it out': later, ...first } = readFor(state);
    expect(Object.values(first)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(later).toBeGreaterThan(0);
    expect(rounds(actions)).toEqual(['more:2', 'more:3']);
  });

  it('are not looked for without end', () => {
    const { state, actions } = fold({
      questions: 5,
      canBeRead: (place) => place === 0,
      answers: () => ['m1'],
    });
    const reads = actions.filter((id) => id.startsWith('read:'));
    expect(reads).toHaveLength(40);
    expect(new Set(reads).size).toBe(40);
    expect(state.pages.length).toBeLessThan(10);
  });
});

describe('the points of a research', () => {
  /** Three questions of one point each: twelve pages with six claims answer two of them, and only the next page the third. */
  const late: Web = {
    questions: 3,
    canBeRead: () => true,
    answers: (page) => (page <= 12 ? ['m1', 'm2'] : ['m3']),
  };

  it('are each put before the writer with a claim that answers them, however late that was found', () => {
    const { state, asked } = fold(late);
    const shown = (asked.match(/\[c\d+\] This/g) ?? []).map((each) => each.slice(1, -6));
    expect(state.claims.length).toBeGreaterThan(72);
    expect(shown).toHaveLength(70);
    const answering = (point: string) =>
      state.claims.filter(({ id, answers }) => shown.includes(id) && answers.includes(point)).length;
    expect(answering('m3')).toBeGreaterThan(6);
    expect(answering('m1')).toBeGreaterThan(6);
    expect(asked).not.toContain('Nothing was found about');
  });

  it('stay open where the report cites nothing that answers them', () => {
    const { end } = fold(late);
    expect(end).toMatchObject({
      done: {
        notices: [{ key: 'points_open', params: { open: 1, of: 3 } }],
        evidence: { open: ['Point 3'] },
      },
    });
  });

  it('are answered where it does', () => {
    const report = 'It says a good deal about the prices [c1]. It says a good deal about the noise [c74].';
    const { end } = fold({ ...late, report });
    expect(end).toMatchObject({ done: { notices: [], evidence: { open: [] } } });
  });

  it('make no research where the report cites answers to fewer than half of them', () => {
    const { end } = fold({ ...late, answers: (page) => (page % 3 === 1 ? ['m1'] : ['m2', 'm3']) });
    expect(end).toMatchObject({ failed: 'no_sources' });
  });
});
