import { WORDS } from '#domain/contract/contract-of.ts';
import { countSections } from '../../prompts/count-sections.ts';
import { REASONING_EXAMPLES } from '../../prompts/examples/writing.ts';
import type { Tool } from '../../tool.ts';
import { createTextTool, type TextToolOptions } from '../text/text-tool.ts';

/** Sections of a checkable argument. Headings are in the answer's language, so they are counted instead of read. */
const SECTIONS = 4;

export const RULES = `- Think it through before you write. Then show what a reader needs to check your thinking, in at most ${WORDS.argument.most} words; a table where options are compared.
- Begin with the conclusion, in one to three sentences, without a heading. Then write exactly ${SECTIONS} sections, each under a heading (##) in the answer language:
  1. Assumptions: a list of what you took for granted and what was not known.
  2. Steps: a numbered list. Each says what follows from what. Write arithmetic out, with units.
  3. Check: test the conclusion another way (recompute the decisive step, try an extreme case, or argue the opposite), and say what came out. If it doesn't hold, correct the conclusion above.
  4. Confidence: high, medium or low, and what would change the conclusion.`;

/**
 * Creates "Reasoning": a conclusion with its assumptions, steps, a check and a confidence. Discards the model's own
 * thinking.
 */
export function createReasoningTool(options: TextToolOptions): Tool {
  return createTextTool(
    {
      type: 'reasoning',
      role: 'reasoning',
      rules: RULES,
      examples: REASONING_EXAMPLES,
      judge(text) {
        const found = countSections(text);
        return found < SECTIONS ? [{ key: 'missing_sections', params: { found, of: SECTIONS } }] : [];
      },
    },
    options,
  );
}
