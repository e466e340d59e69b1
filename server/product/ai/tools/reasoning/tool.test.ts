import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { ANSWER, REASONED_ANSWER } from '#simulators/ai/answers.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { countSections } from '../../prompts/count-sections.ts';
import type { PlannedCall, ToolOutput } from '../../tool.ts';
import { createReasoningTool } from './tool.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

async function reason(
  model: string,
): Promise<{ output: ToolOutput; streamed: string; calls: PlannedCall[] }> {
  const textModel = createOpenAiCompatibleTextModel({
    baseUrl: simulator.url,
    apiKey: simulator.apiKey,
    log: silentLog,
  });
  let streamed = '';
  const calls: PlannedCall[] = [];
  const output = await createReasoningTool({ textModel, model }).run(
    toolInput(),
    toolContext({
      onText: (delta) => {
        streamed += delta;
      },
      beforeCall: async (call) => {
        calls.push(call);
        return { settle: () => undefined, over: () => undefined, generation: () => undefined };
      },
    }),
  );
  return { output, streamed, calls };
}

describe('reasoning', () => {
  it('is streamed, with its assumptions, steps, check and confidence', async () => {
    const { output, streamed } = await reason('sim/reasoned');
    expect(output).toMatchObject({ content: REASONED_ANSWER, notices: [] });
    expect(streamed).toBe(REASONED_ANSWER);
  });

  it('keeps what the model thinks to itself out of the answer', async () => {
    const { output } = await reason('sim/reasoning');
    expect(output.content).toBe(ANSWER);
  });

  it('that does not show its sections says so', async () => {
    expect((await reason('sim/fast')).output.notices).toEqual([
      { key: 'missing_sections', params: { found: 1, of: 4 } },
    ]);
  });

  it('asks for the sections, and plans for the thinking', async () => {
    const { calls } = await reason('sim/reasoned');
    const [entry] = simulator.journal.entries;
    expect(entry?.request?.messages[0]?.content).toContain('exactly 4 sections');
    // Whether it thinks is not known, so there is room for it.
    expect(entry?.request).toMatchObject({ max_tokens: 2000 + 8000, temperature: 0.7 });
    expect(calls[0]?.maxTokens).toBe(10_000);
  });
});

describe('the count of sections', () => {
  it('sees headings of the second level only, and none in code', () => {
    expect(countSections('# A\n## B\n### C\n##D\n## \n## E ##')).toBe(2);
    expect(countSections('```md\n## A\n```\n## B\n~~~\n## C\n~~~')).toBe(1);
  });
});
