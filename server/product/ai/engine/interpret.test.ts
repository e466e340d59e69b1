import { setTimeout as sleep } from 'node:timers/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Evidence } from '#domain/evidence.ts';
import { systemClock } from '#server/lib/clock.ts';
import { TextModelError } from '#server/providers/text-model/text-model.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { toolContext } from '#tests/worlds/tool-attempt.ts';
import { WEB_INPUT } from '#tests/worlds/web-tool-world.ts';
import type { Claim } from '../evidence/claim.ts';
import { plainMarkdown } from '../evidence/plain-markdown.ts';
import { renderLinks } from '../tools/web-search/render-links.ts';
import type { ActionResult } from './action.ts';
import { checkerAction, plannerAction, readerAction } from './chat-actions.ts';
import type { Effects } from './effects.ts';
import { interpret } from './interpret.ts';
import type { ToolSpec } from './tool-spec.ts';

const NO_EVIDENCE: Evidence = { sources: [], pages_read: 0, unread: [], unverified: [], open: [] };

/** A tool that delivers at once. */
const delivering = (content: string): ToolSpec<null, null> => ({
  type: 'web_search',
  version: 'web_search/test',
  writing: { promptTokens: 0, maxTokens: 0 },
  plan: () => null,
  init: () => null,
  next: () => ({ done: { content, modelUsed: 'test/fast', notices: [], evidence: NO_EVIDENCE } }),
  apply: () => null,
  steps: () => [],
});

const CONTEXT = toolContext({ beforeCall: () => Promise.reject(new Error('nothing is to be called')) });

const EFFECTS: Effects = {
  textModel: {
    kind: 'real',
    complete: () => Promise.reject(new Error('no model')),
    listModels: async () => [],
    about: () => ({ thinks: false, thinkingNeed: 0 }),
  },
  models: { planner: 'm', reader: 'm', writer: 'm', checker: null, viewer: null },
  windowOf: () => Number.POSITIVE_INFINITY,
  search: null,
  pages: null,
  clock: systemClock,
  patience: { calls: 4, delay: 1, inPlace: 1, spare: 10_000 },
};

/** What a model answers, without its text. */
const EMPTY = {
  finish: 'stop',
  model: 'm',
  usage: null,
  generationId: null,
  citations: [],
  fileTexts: [],
  thought: false,
  sent: [],
} as const;

async function deliver(content: string): Promise<string> {
  const interpretation = { spec: delivering(content), effects: EFFECTS, deadline: 60_000 };
  return (await interpret(interpretation, WEB_INPUT, CONTEXT)).content;
}

/** Targets of all links in the rendered answer. */
function linksOf(markdown: string): string[] {
  const html = renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown));
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '');
}

describe('parallel readers, one of which has to wait', () => {
  const page = (id: string) =>
    readerAction({
      id,
      rules: 'Read.',
      ask: id,
      maxTokens: 100,
      shape: { name: 'claims', schema: z.object({ claims: z.array(z.string()) }) },
    });
  const reading: ToolSpec<null, null> = {
    ...delivering(''),
    next: () => ({ do: ['busy', 'slow', 'slow-2', 'slow-3', 'later'].map(page) }),
  };
  /** The first action is refused for a minute; the others take `ms`. */
  function read(ms: number, signal = new AbortController().signal) {
    const asked: string[] = [];
    const complete: Effects['textModel']['complete'] = async ({ messages }, options) => {
      const name = messages.at(-1)?.content ?? '';
      asked.push(name);
      if (name === 'busy')
        throw new TextModelError('rate', 'too much to do', { retryable: true, status: 429, retryAfter: 60 });
      await sleep(ms, undefined, { signal: options.signal });
      return { ...EMPTY, text: '{"claims":[]}' };
    };
    const journal = createMemoryJournal();
    const run = interpret(
      {
        spec: reading,
        effects: { ...EFFECTS, textModel: { ...EFFECTS.textModel, complete } },
        deadline: 60_000,
      },
      WEB_INPUT,
      toolContext({ signal, journal }),
    );
    return { run, journal, asked };
  }

  it('finish and are recorded, and no other starts', async () => {
    const { run, journal, asked } = read(100);
    await expect(run).rejects.toMatchObject({ kind: 'rate', retryable: true, retryAfter: 60 });
    expect([...journal.results.keys()]).toEqual(['slow', 'slow-2', 'slow-3']);
    expect(asked).not.toContain('later');
  });

  it('end at once with the run', async () => {
    const stop = new AbortController();
    const { run, journal } = read(60_000, stop.signal);
    const outcome = expect(run).rejects.toThrow('cancelled');
    await sleep(50);
    stop.abort(new Error('cancelled'));
    await outcome;
    expect(journal.results.size).toBe(0);
  });
});

describe('of 100 s for a run', () => {
  const words = { rules: 'Read.', ask: 'this', maxTokens: 100 };
  const shape = { name: 'claims', schema: z.object({ claims: z.array(z.string()) }) };

  /** What becomes of an action when so many seconds are left. */
  async function actWith(secondsLeft: number, make: typeof readerAction): Promise<ActionResult | undefined> {
    const results: ActionResult[] = [];
    const spec: ToolSpec<null, null> = {
      ...delivering('Done.'),
      next: (state) =>
        results.length === 0
          ? { do: [make({ id: 'late', ...words, shape })] }
          : delivering('Done.').next(state),
      apply: (_state, _action, result) => {
        results.push(result);
        return null;
      },
    };
    const complete = async () => ({ ...EMPTY, text: '{"claims":[]}' });
    const textModel = { ...EFFECTS.textModel, complete };
    const effects = { ...EFFECTS, textModel, models: { ...EFFECTS.models, checker: 'm' } };
    const timeLeft = () => secondsLeft * 1_000;
    await interpret({ spec, effects, deadline: 100_000 }, WEB_INPUT, toolContext({ timeLeft }));
    return results[0];
  }

  it.each([
    ['a spare action', checkerAction],
    ['a gathering action', readerAction],
  ])('%s takes nothing of the last fifteen', async (_what, make) => {
    expect(await actWith(14, make)).toEqual({ ok: false, why: 'time' });
    expect(await actWith(16, make)).toMatchObject({ ok: true });
  });

  it('whatever the run needs is done until the end', async () => {
    expect(await actWith(1, plannerAction)).toMatchObject({ ok: true });
  });
});

const FOREIGN =
  'Log in at https://evil.example/x, HTTP://evil.example, www.evil.example or write to help@evil.example, mailto:a.b@evil.example.';

it('fails an answer of which cleaning leaves nothing', async () => {
  await expect(deliver(' \n')).rejects.toMatchObject({ name: 'ToolFailure', code: 'empty_answer' });
});

it('makes links only to the page a text is from', async () => {
  const page = {
    id: 's1',
    url: 'https://law.example/tyres',
    host: 'law.example',
    title: FOREIGN,
    date: null,
    readAt: '',
    passages: [],
  };
  const claim: Claim = {
    id: 'c1',
    source: 's1',
    text: FOREIGN,
    quote: FOREIGN,
    around: FOREIGN,
    verdict: 'exact',
    answers: [],
  };
  const content = await deliver(renderLinks([page], [claim], 'en'));
  expect(content).toContain('evil.example/x');
  expect(linksOf(content)).toEqual([page.url]);
});

it("makes no links from a model's text", async () => {
  expect(linksOf(await deliver(plainMarkdown(`Good to know. ${FOREIGN}`)))).toEqual([]);
});
