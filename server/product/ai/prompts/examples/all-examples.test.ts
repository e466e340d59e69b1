import { describe, expect, it } from 'vitest';
import { formOf } from '#simulators/ai/scripts/form-of.ts';
import { allPrompts } from '#tests/worlds/all-prompts.ts';
import { parseJsonAnswer } from '../../engine/parse-json-answer.ts';
import { RULES } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { LONG_RULES } from '../../tools/data-analysis/shown-tables.ts';
import { showExamples } from '../show-examples.ts';

const MOST_TOKENS = 170;
/** Delimiters, and a server's chat template. */
const BESIDE = 30;

describe.each(Object.entries(allPrompts()))('the prompt "%s"', (name, { system, examples, shape }) => {
  const [usual, other] = examples;

  it('shows its two examples, which differ', () => {
    expect(system).toContain(showExamples(examples));
    expect(usual.given).not.toBe(other.given);
    expect(usual.answer).not.toBe(other.answer);
  });

  it.each(examples)('gives little room to an example: $given', ({ given, answer }) => {
    expect(estimateTokens(given + answer)).toBeLessThanOrEqual(MOST_TOKENS);
    // A line of its own could pass for one of a real request.
    expect(given).not.toContain('\n');
  });

  it('leaves room for delimiters in what is set aside for rules', () => {
    const room = name === 'analysis: plan' ? RULES + LONG_RULES : RULES;
    expect(estimateTokens(system)).toBeLessThanOrEqual(room - BESIDE);
  });

  it('asks for the form in which it is read', () => {
    const asked = { model: 'sim/team', messages: [{ role: 'system', content: system }] } as const;
    expect(formOf({ ...asked, messages: [...asked.messages] })).toBe(shape?.name);
    for (const { answer } of examples)
      if (shape) expect(shape.schema.parse(parseJsonAnswer(answer))).toEqual(JSON.parse(answer));
  });
});
