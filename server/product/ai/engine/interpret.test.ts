import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, it } from 'vitest';
import type { Evidence } from '#domain/evidence.ts';
import { systemClock } from '#server/lib/clock.ts';
import { toolContext } from '#tests/tool-attempt.ts';
import { WEB_INPUT } from '#tests/web-tool-world.ts';
import type { Claim } from '../evidence/claim.ts';
import { plainMarkdown } from '../evidence/plain-markdown.ts';
import { renderLinks } from '../tools/web-search/render-links.ts';
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

async function deliver(content: string): Promise<string> {
  const effects = {
    textModel: {
      kind: 'real' as const,
      complete: () => Promise.reject(new Error('no model')),
      listModels: async () => [],
    },
    models: { planner: 'm', reader: 'm', writer: 'm' },
    search: null,
    pages: null,
    clock: systemClock,
    patience: { calls: 1, delay: 1, inPlace: 1 },
  };
  const interpretation = { spec: delivering(content), effects, deadline: 60_000 };
  return (await interpret(interpretation, WEB_INPUT, CONTEXT)).content;
}

/** Where the answer leads, drawn as the app draws it. */
function linksOf(markdown: string): string[] {
  const html = renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown));
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '');
}

const FOREIGN =
  'Log in at https://evil.example/x, HTTP://evil.example, www.evil.example or write to help@evil.example, mailto:a.b@evil.example.';

it('an answer of which nothing is left is none', async () => {
  await expect(deliver(' \n')).rejects.toMatchObject({ name: 'ToolFailure', code: 'empty_answer' });
});

it('what a page says leads nowhere but to the page', async () => {
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
  const content = await deliver(renderLinks([page], [claim]));
  expect(content).toContain('evil.example/x');
  expect(linksOf(content)).toEqual([page.url]);
});

it('what a model writes leads nowhere', async () => {
  expect(linksOf(await deliver(plainMarkdown(`Good to know. ${FOREIGN}`)))).toEqual([]);
});
