import { describe, expect, it } from 'vitest';
import type { RunStep } from '#domain/run/run-steps.ts';
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
  /** Names that a page mentions and its reader notes, by its number. */
  readonly leads?: (page: number) => readonly string[];
  /** What a planner that is shown names answers, by how many there are. */
  readonly follow?: (names: number) => readonly { readonly id: string; readonly words: string }[];
}

/** What each page says, and a reader notes of it. */
const SENTENCES = ['prices', 'noise', 'permits', 'grants', 'repairs', 'builders'].map(
  (matter) => `This page says a good deal about the ${matter} of it all`,
);

const ALL: Required<Web>['follow'] = (names) =>
  Array.from({ length: names }, (_name, at) => ({ id: `l${at + 1}`, words: 'Heat it out' }));

function resultOf(
  action: Action,
  { questions, canBeRead, answers, report, leads = () => [], follow = ALL }: Web,
): ActionResult {
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
      const names = leads(Number(/\d+$/.exec(action.id)?.[0])).map((name) => `It rests on ${name} too.`);
      const blocks = [...SENTENCES, ...names];
      const page = { url: action.url, title: 'A page', date: null, language: 'en', blocks };
      return { ok: true, kind: 'read', page: { ...page, hash: '0', readAt: '2026-11-23' } };
    }
    case 'chat': {
      if (action.role === 'reader') {
        const page = Number(/\d+$/.exec(action.id)?.[0]);
        const claims = SENTENCES.map((quote) => ({ text: `${quote}.`, quote, answers: answers(page) }));
        return chat({ leads: leads(page), claims });
      }
      if (action.role === 'writer') return chat(null, report ?? 'It says a good deal about the prices [c1].');
      if (action.id.startsWith('follow:'))
        return chat({ follow: follow(action.messages.at(-1)?.content.match(/\[l\d+\]/g)?.length ?? 0) });
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
  readonly steps: readonly RunStep[];
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
  const steps: RunStep[] = [];
  let asked = '';
  for (;;) {
    const next = researchSpec.next(state);
    if (!('do' in next)) return { state, end: next, asked, actions, steps };
    for (const action of next.do) {
      actions.push(action.id);
      if (action.kind === 'chat' && action.id === 'write') asked = action.messages.at(-1)?.content ?? '';
      const result = resultOf(action, web);
      steps.push(...researchSpec.steps(state, action, result));
      state = researchSpec.apply(state, action, result);
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

const rounds = (actions: readonly string[]): string[] => actions.filter((id) => /^(?:more|follow):/.test(id));

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

describe('the leads of a research', () => {
  /** Three questions whose points are all answered at once. */
  const closed: Web = { questions: 3, canBeRead: () => true, answers: () => ['m1', 'm2', 'm3'] };
  const searched = (actions: readonly string[], round: number) =>
    actions.filter((id) => id.startsWith(`search:${round}.`));

  it('are followed once where nothing is open, with what the research had in words before it read a page', () => {
    const leads = (page: number) => (page === 2 ? ['the Nordreif Study'] : []);
    const follow = () => [{ id: 'l1', words: 'Heat secret of Part 1 nordreif http://collector.example/' }];
    const { state, actions, steps } = fold({ ...closed, leads, follow });
    expect(rounds(actions)).toEqual(['follow:2']);
    expect(state.queries.slice(3)).toEqual(['the Nordreif Study part 1']);
    expect(steps).toContainEqual({ key: 'followed_leads', params: { names: ['the Nordreif Study'] } });
    expect(steps).toContainEqual({
      key: 'planned_search',
      params: { queries: ['the Nordreif Study part 1'] },
    });
    expect(steps.filter(({ key }) => key === 'found_gaps')).toEqual([]);
    expect(state.pages).toHaveLength(12 + 4);
  });

  it('are left where none promises more, nobody chooses one that there is, or all were searched for', () => {
    const leads = () => ['Nordreif Study'];
    for (const ids of [[], ['l0', 'l2', 'c1', '__proto__']]) {
      const follow = () => ids.map((id) => ({ id, words: '' }));
      const { actions, end } = fold({ ...closed, leads, follow });
      expect(rounds(actions)).toEqual(['follow:2']);
      expect(searched(actions, 2)).toEqual([]);
      expect(end).toHaveProperty('done');
    }
    expect(rounds(fold({ ...closed, leads: () => ['Words About 1'] }).actions)).toEqual([]);
  });

  it('share searches and pages of a round with what is open, and never exceed the limits', () => {
    const leads = (page: number) => [1, 2, 3, 4, 5].map((at) => `Study ${page}-${at}`);
    const { state, actions, steps } = fold({
      ...closed,
      questions: 6,
      answers: () => ['m1', 'm2', 'm3'],
      leads,
    });
    expect(rounds(actions)).toEqual(['more:2', 'follow:2', 'more:3', 'follow:3']);
    expect(state.leads).toHaveLength(3 * state.pages.length);
    for (const round of [2, 3]) expect(searched(actions, round).length).toBeLessThanOrEqual(3);
    expect(state.queries.slice(6, 8)).toEqual(['words of more 2', expect.stringMatching(/^Study \d+-\d /)]);
    expect(state.pages.length).toBeLessThanOrEqual(20);
    expect(steps.filter(({ key }) => key === 'followed_leads')).toHaveLength(2);
  });

  it('that several sites name come first, and a few are shown', () => {
    const leads = (page: number) => [`Study ${page}`, ...(page > 8 ? ['Much Named Survey'] : [])];
    let shown = 0;
    const follow = (names: number) => {
      shown = names;
      return [{ id: 'l1', words: '' }];
    };
    const { state } = fold({ ...closed, leads, follow });
    expect(shown).toBe(12);
    expect(state.queries.at(-1)).toBe('Much Named Survey');
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
