import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { ask, connectTo, requestFor } from '#tests/worlds/ask-simulator.ts';
import { createSharedContexts, type Share, type SharedContexts } from './shared-context.ts';
import { TextModelError } from './text-model.ts';

const FULL = new TextModelError('context', 'the provider failed (500): Context size has been exceeded.', {
  retryable: false,
  status: 500,
});
const listening = new AbortController().signal;
const call = (tokens: number, model = 'm') => ({ ...requestFor(model), promptTokens: tokens, maxTokens: 0 });

/** What has been let in so far, by name. */
function watched(contexts: SharedContexts) {
  const inside = new Map<string, Share>();
  const enter = async (name: string, tokens: number, signal = listening): Promise<void> => {
    inside.set(name, await contexts.enter(call(tokens), signal));
  };
  const leave = (name: string): void => {
    inside.get(name)?.leave();
    inside.delete(name);
  };
  return { enter, leave, names: async () => sleep(5).then(() => [...inside.keys()].join('')) };
}

/** With a context of 100 tokens, of which the server has shown that calls share it. */
async function shared(window: number | undefined = 100): Promise<SharedContexts> {
  const contexts = createSharedContexts({
    answering: () => ({ id: 'm', price: null, endsOn: null, ...(window !== undefined && { window }) }),
  });
  const [one, two] = await Promise.all([
    contexts.enter(call(900), listening),
    contexts.enter(call(900), listening),
  ]);
  expect(one.judge(FULL)).toMatchObject({ kind: 'rate', retryable: true, status: 500 });
  expect(two.judge(FULL)).toMatchObject({ kind: 'rate', retryable: true });
  one.leave();
  two.leave();
  return contexts;
}

describe('a shared context', () => {
  it('lets in what fits, and the rest in its order', async () => {
    const { enter, leave, names } = watched(await shared());
    const all = [enter('a', 60), enter('b', 30), enter('c', 20), enter('d', 5)];
    expect(await names()).toBe('ab');
    leave('b');
    expect(await names()).toBe('acd');
    leave('a');
    leave('c');
    await Promise.all(all);
    const more = [enter('e', 400), enter('f', 1)];
    expect(await names()).toBe('d');
    leave('d');
    expect(await names()).toBe('e');
    leave('e');
    expect(await names()).toBe('f');
    await Promise.all(more);
  });

  it('of unknown size lets in one at a time', async () => {
    const { enter, leave, names } = watched(await shared(0));
    const all = [enter('a', 1), enter('b', 1)];
    expect(await names()).toBe('a');
    leave('a');
    await Promise.all(all);
    expect(await names()).toBe('b');
  });

  it('is left by a call that is cancelled while it waits, which holds up nobody', async () => {
    const { enter, names } = watched(await shared());
    const gone = new AbortController();
    await enter('a', 60);
    const cancelled = enter('b', 90, gone.signal);
    const later = enter('c', 40);
    expect(await names()).toBe('a');
    gone.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    await later;
    expect(await names()).toBe('ac');
  });

  it('that is full though a call is alone may be too small for it', async () => {
    const contexts = await shared();
    const alone = await contexts.enter(call(90), listening);
    expect(alone.judge(FULL)).toMatchObject({ kind: 'context', retryable: true, status: 500 });
  });
});

describe('calls that share no context', () => {
  const contexts = createSharedContexts({ answering: () => null });

  it('wait for none', async () => {
    const { enter, names } = watched(contexts);
    await Promise.all([enter('a', 9_000), enter('b', 9_000)]);
    expect(await names()).toBe('ab');
  });

  it.each([
    new TextModelError(
      'context',
      'the provider failed (400): request (9 tokens) exceeds the available context size',
      {
        retryable: false,
        status: 400,
      },
    ),
    new TextModelError('upstream', 'the provider failed (500)', { retryable: true }),
    new Error('something else'),
  ])('fail as they do: %s', async (error) => {
    const [one] = await Promise.all([contexts.enter(call(1), listening), contexts.enter(call(1), listening)]);
    expect(one.judge(error)).toBe(error);
  });
});

describe('before llama.cpp’s server', () => {
  let simulator: AiSimulator;
  beforeAll(async () => {
    simulator = await startAiSimulator({
      persona: 'llama-cpp',
      context: 2_000,
      models: ['sim/slow-300@plain'],
    });
  });
  afterAll(() => simulator.close());

  const content = 'the garden club '.repeat(300);

  it('calls of two processes fail when they fill its context', async () => {
    const [one, two] = await Promise.all([
      ask(simulator, 'sim/slow-300@plain', { content }),
      ask(simulator, 'sim/slow-300@plain', { content }),
    ]);
    expect([one.error?.kind, two.error?.kind]).toEqual(['context', 'context']);
  });

  it('calls of one process fail once, and never again', async () => {
    const model = connectTo(simulator);
    await model.listModels(listening);
    const request = { ...requestFor('sim/slow-300@plain', content), promptTokens: 1_300 };
    const three = () =>
      Promise.allSettled([
        model.complete(request, { signal: listening, onText() {} }),
        model.complete(request, { signal: listening, onText() {} }),
        model.complete(request, { signal: listening, onText() {} }),
      ]);
    expect((await three()).map(({ status }) => status)).toContain('rejected');
    expect((await three()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });
});
