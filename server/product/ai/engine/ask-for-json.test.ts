import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TextResult } from '#server/providers/text-model/text-model.ts';
import { askForJson } from './ask-for-json.ts';

const SHAPE = { name: 'claims', schema: z.object({ claims: z.array(z.object({ text: z.string() })) }) };
const WHOLE = '{"claims":[{"text":"one"},{"text":"two"}]}';

/** Asks until the answer is complete or final, and returns it with the caps used. */
async function ask(answers: readonly { text: string; finish: TextResult['finish'] }[]) {
  const caps: number[] = [];
  const attempt = askForJson({ maxTokens: 100 }, SHAPE, async (maxTokens) => {
    caps.push(maxTokens);
    const answer = answers[caps.length - 1];
    if (!answer) throw new Error('asked too often');
    const rest = { usage: null, generationId: null, citations: [], fileTexts: [], thought: false, sent: [] };
    return { ...rest, ...answer, model: 'm' };
  });
  const failures: unknown[] = [];
  for (;;) {
    try {
      return { caps, failures, done: await attempt() };
    } catch (error) {
      failures.push(error);
      if (!(error instanceof Error) || !('retryable' in error) || !error.retryable) return { caps, failures };
    }
  }
}

describe('an answer in JSON', () => {
  it('that is truncated is requested once more, with twice the cap', async () => {
    const { caps, done } = await ask([
      { text: WHOLE.slice(0, 30), finish: 'length' },
      { text: WHOLE, finish: 'stop' },
    ]);
    expect(caps).toEqual([100, 200]);
    expect(done?.value).toEqual(JSON.parse(WHOLE));
  });

  it('keeps its complete parts if twice the cap is not enough either', async () => {
    const half = { text: WHOLE.slice(0, 30), finish: 'length' } as const;
    const { caps, done } = await ask([half, half]);
    expect(caps).toEqual([100, 200]);
    expect(done).toMatchObject({ isCut: true, value: { claims: [{ text: 'one' }] } });
  });

  it('without complete parts at twice the cap ends as truncated', async () => {
    const { caps, failures } = await ask([
      { text: '{"cl', finish: 'length' },
      { text: '{"claims":[{"te', finish: 'length' },
    ]);
    expect(caps).toEqual([100, 200]);
    expect(failures.at(-1)).toMatchObject({ kind: 'truncated', retryable: false });
  });

  it.each([
    ['in a fence after a sentence', `Here is the JSON:\n\n\`\`\`json\n${WHOLE}\n\`\`\``],
    [
      'after thoughts that quote the form',
      `I answer as {"claims":[{"text":"…"}]} says, {maybe}.\n\n${WHOLE}`,
    ],
  ])('is found %s', async (_where, text) => {
    const { done } = await ask([{ text, finish: 'stop' }]);
    expect(done?.value).toEqual(JSON.parse(WHOLE));
  });
});
