import { describe, expect, it } from 'vitest';
import { contractOf } from '#domain/contract/contract-of.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { ActionResult } from '../engine/action.ts';
import { writerAction } from '../engine/chat-actions.ts';
import { createMending, MEND } from './mend.ts';

const contract = contractOf('web_search', {
  language: 'en',
  wish: null,
  instruction: null,
  image: null,
  files: [],
});
const TASK = { title: 'When does the ferry sail to the island?' };
const stateOf = (changes: { isMended?: boolean; language?: LanguageCode } = {}) => ({
  input: { contract, language: changes.language ?? ('en' as const), task: TASK },
  isMended: changes.isMended ?? false,
});

const WHOLE = { text: 'The ferry to the island sails at noon on every day of the week [c1].' };
const SHORT = { text: 'At noon [c1].' };
const GERMAN = { text: 'Die Fähre zur Insel fährt an jedem Tag der Woche um zwölf Uhr ab [c1].' };

const mending = createMending<ReturnType<typeof stateOf>, { readonly text: string }>({
  writtenOf: (_state, { text }) => ({ text, sources: 1 }),
  marks: 'rhymes',
});
const write = writerAction({ rules: 'Rules.', ask: 'Write.', maxTokens: 100, temperature: 0 });
const failed: ActionResult = { ok: false, why: 'upstream' };
const done: ActionResult = { ok: true, kind: 'chat', text: '', value: null, isCut: false, model: 'sim/a' };

describe('a text', () => {
  it('that keeps its promises is not asked for again, and no other is twice', () => {
    expect(mending.ask(stateOf(), WHOLE, write)).toBeNull();
    expect(mending.ask(stateOf({ isMended: true }), SHORT, write)).toBeNull();
  });

  it.each([
    [SHORT, /too short .* 5 words/],
    [GERMAN, /not in English/],
    [{ text: `## ${TASK.title}\n\n---` }, /says nothing/],
  ])('that breaks one is asked for again, with what is wrong and what stays: %o', (text, wrong) => {
    const action = mending.ask(stateOf(), text, write);
    expect(action).toMatchObject({ id: MEND, need: 'may' });
    expect(action?.messages.slice(0, 3)).toEqual([
      ...write.messages,
      { role: 'assistant', content: text.text },
    ]);
    expect(action?.messages.at(-1)?.content).toMatch(wrong);
    expect(action?.messages.at(-1)?.content).toContain('with the same rhymes');
  });

  it('takes the place of one that breaks more, and of no other', () => {
    expect(mending.better(stateOf(), SHORT, WHOLE)).toBe(WHOLE);
    expect(mending.better(stateOf(), WHOLE, GERMAN)).toBe(WHOLE);
    expect(mending.better(stateOf(), WHOLE, { ...WHOLE })).toBe(WHOLE);
  });

  it('is said to be written again only if it was', () => {
    expect(mending.steps(stateOf(), GERMAN, done)).toEqual([
      { key: 'rewrote_in_language', params: { language: 'en' } },
    ]);
    expect(mending.steps(stateOf(), SHORT, done)).toEqual([
      { key: 'mended', params: { promises: ['words'] } },
    ]);
    expect(mending.steps(stateOf(), GERMAN, failed)).toEqual([]);
  });
});
