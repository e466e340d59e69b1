import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUESTION_MAX, QUESTIONS_MAX } from '#domain/run/questions.ts';
import { ANSWER } from '#simulators/ai/answers.ts';
import { textOf } from '#simulators/ai/chat-request.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { simulatedEffects, toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import type { Effects } from '../engine/effects.ts';
import { QuestionsRaised, type ToolContext, ToolFailure, type ToolInput } from '../tool.ts';
import { createAnswerTool } from '../tools/answer/tool.ts';
import { createResearchTool } from '../tools/research/tool.ts';
import { askFirst } from './ask-first.ts';

let simulator: AiSimulator;
beforeAll(async () => {
  simulator = await startAiSimulator();
});
beforeEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

const ONCE: Effects['patience'] = { calls: 1, delay: 1, inPlace: 50, spare: 5_000 };

/** Runs the answer tool with this model, and tells what was seen of it, in order. */
async function attempt(model: string, changes: Partial<ToolContext> = {}, input: Partial<ToolInput> = {}) {
  const seen: string[] = [];
  const effects = simulatedEffects(simulator, model, { patience: ONCE });
  const tool = askFirst(createAnswerTool({ ...effects, model }), effects);
  const context = toolContext({
    mayAsk: { proceed: async () => void seen.push('paid') },
    onText: () => void seen.push('text'),
    onStep: ({ key }) => void seen.push(key),
    ...changes,
  });
  const ended = await tool.run(toolInput(input), context).then(
    (output) => ({ output, error: null }),
    (error: unknown) => ({ output: null, error }),
  );
  return { ...ended, seen, questions: ended.error instanceof QuestionsRaised ? ended.error.questions : null };
}

describe('a task that explains itself', () => {
  it('is answered; nothing is shown before its credit is taken', async () => {
    const { output, seen } = await attempt('sim/fast');
    expect(output).toMatchObject({ content: ANSWER.trim(), usage: { calls: 2 } });
    expect(seen.indexOf('paid')).toBe(0);
    expect(seen).toContain('text');
  });

  it.each(['sim/asks-prose-fast', 'sim/asks-nothing-fast'])(
    '%s: whatever else the model says',
    async (model) => {
      expect((await attempt(model)).output?.content).toBe(ANSWER.trim());
    },
  );

  it('is answered without a call for questions where it may not ask', async () => {
    const { output } = await attempt('sim/asks-two-fast', { mayAsk: null });
    expect(output?.usage.calls).toBe(1);
  });

  it('ends without a text if its credit is gone', async () => {
    const gone = new ToolFailure('no_credits', 'gone');
    const { error, seen } = await attempt('sim/fast', { mayAsk: { proceed: () => Promise.reject(gone) } });
    expect(error).toBe(gone);
    expect(seen).toEqual([]);
  });
});

describe('a task that says too little', () => {
  it('raises questions; what was begun beside them is broken off, unseen and unrecorded', async () => {
    const journal = createMemoryJournal();
    const { questions, seen } = await attempt('sim/asks-two-slow-60000', { journal });
    expect(questions).toEqual([
      {
        id: 'q1',
        text: 'What is the appointment for?',
        choices: ['Check-up', 'Toothache', 'Cleaning'],
        default: 'Check-up',
      },
      {
        id: 'q2',
        text: 'When would suit you?',
        choices: ['This week', 'Next week', 'Any day'],
        default: 'Next week',
      },
    ]);
    expect(seen).toEqual([]);
    // After a crash between the answer and its record in the run, the same questions, without a call.
    simulator.journal.clear();
    expect((await attempt('sim/asks-two-slow-60000', { journal })).questions).toEqual(questions);
    expect(simulator.journal.entries.filter(({ request }) => request?.response_format)).toEqual([]);
  });

  it('records nothing of a tool with several steps', async () => {
    const recorded: string[] = [];
    const memory = createMemoryJournal();
    const journal = {
      read: (version: string) => memory.read(version),
      record: async (entry: Parameters<typeof memory.record>[0]) => {
        recorded.push(entry.step);
        await memory.record(entry);
      },
    };
    const effects = simulatedEffects(simulator, 'sim/asks-two-team', { patience: ONCE });
    const tool = askFirst(createResearchTool(effects), effects);
    const mayAsk = { proceed: async () => undefined };
    await expect(tool.run(toolInput(), toolContext({ journal, mayAsk }))).rejects.toThrow(QuestionsRaised);
    expect(recorded).toEqual(['ask']);
  });

  it('asks at most three, in short lines of plain text, and for no secrets', async () => {
    expect((await attempt('sim/asks-twenty-fast')).questions).toHaveLength(QUESTIONS_MAX);
    const [marked] = (await attempt('sim/asks-markup-fast')).questions ?? [];
    expect(marked?.text.length).toBeLessThanOrEqual(QUESTION_MAX);
    expect(marked?.choices).toEqual(['[here](https://collector.example)', '<b>Bold</b>']);
    const safe = (await attempt('sim/asks-secrets-fast')).questions;
    expect(safe?.map(({ text }) => text)).toEqual(['What is the appointment for?']);
  });

  it('tells the model which parts of "About me" there are, never what they say', async () => {
    const about = {
      country: 'CH',
      currency: null,
      units: null,
      tone: null,
      facts: 'Ottilie has a glass eye',
    };
    await attempt('sim/asks-two-fast', {}, { about });
    const asked = simulator.journal.entries.find(({ request }) => request?.response_format)?.request;
    const prompt = asked?.messages.map(textOf).join('\n') ?? '';
    expect(prompt).toContain("the person's country, facts about their life");
    expect(prompt).not.toMatch(/glass eye|Switzerland/);
  });
});
