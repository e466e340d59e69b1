import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { toRunFailure } from '../../delegation/run-failure.ts';
import { createPriceList, type Price } from './prices.ts';
import { withPriceCap } from './with-price-cap.ts';

let simulator: AiSimulator;
beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

const ROUTER = 'https://openrouter.ai/api/v1';
const ofMillion = (prompt: number, completion: number): Price => ({
  prompt: prompt / 1_000_000,
  completion: completion / 1_000_000,
});

/** Requests a model from the router whose host charges 3 USD per million input tokens, and 15 for output. */
function ask(priceOf: (model: string) => Price | null): Promise<unknown> {
  const router = createOpenAiCompatibleTextModel({
    baseUrl: ROUTER,
    apiKey: simulator.apiKey,
    log: silentLog,
    fetch: (input, init) => {
      if (typeof input !== 'string') throw new TypeError('an address as text was expected');
      return fetch(input.replace(ROUTER, simulator.url), init);
    },
  });
  const request = { maxTokens: 100, temperature: 0, messages: [{ role: 'user', content: 'Hello' }] } as const;
  return withPriceCap(router, priceOf).complete(
    { ...request, model: 'sim/costs-3-15' },
    { signal: new AbortController().signal, onText: () => {} },
  );
}

it.each([
  ['the same', ofMillion(3, 15)],
  ['more', ofMillion(4, 20)],
  ['nothing that anybody has named', null],
  ['nothing', ofMillion(0, 0)],
])('a host may take its price where %s is set aside', async (_what, price) => {
  await expect(ask(() => price)).resolves.toMatchObject({ finish: 'stop' });
});

it.each([
  ['read', ofMillion(2.999999, 15)],
  ['written', ofMillion(3, 14.5)],
  ['written, where only reading has a price', ofMillion(3, 0)],
  ['read, where only writing has a price', ofMillion(0, 15)],
])('a host that takes more for what is %s is refused, which the operator must mend', async (_what, price) => {
  const failure = await ask(() => price).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'request', status: 404, retryable: false });
  expect(toRunFailure(failure)).toMatchObject({ code: 'not_set_up', needsOperator: true });
  expect(simulator.journal.entries).toHaveLength(1);
});

it('is no guess: what the provider does not list has no price', async () => {
  const prices = createPriceList(ofMillion(1, 4));
  await expect(ask((model) => prices.listed(model))).resolves.toMatchObject({ finish: 'stop' });
  prices.learn(new Map([['sim/costs-3-15', ofMillion(1, 4)]]));
  await expect(ask((model) => prices.listed(model))).rejects.toMatchObject({ status: 404 });
});
