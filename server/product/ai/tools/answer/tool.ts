import { ANSWER_EXAMPLES } from '../../prompts/examples/writing.ts';
import type { Tool } from '../../tool.ts';
import { createTextTool, type TextToolOptions } from '../text/text-tool.ts';

/** Creates "Answers, solutions, ideas": the finished result, from a fast model. */
export function createAnswerTool(options: TextToolOptions): Tool {
  return createTextTool({ type: 'answer', role: 'answer', rules: '', examples: ANSWER_EXAMPLES }, options);
}
