import { createHash } from 'node:crypto';
import { WITH_A_MODEL, withDemoLabel } from '#domain/demo/demo-label.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { DEFAULT_LANGUAGE } from '#domain/languages.ts';
import type { Tool, ToolFile, ToolInput, ToolOutput } from '../tool.ts';

/**
 * Labels the results of a tool that works without a model. It only runs for its example task; any other gets one line on
 * what a model would do, because the demo has nothing to answer it with.
 */
export function asDemo(tool: Tool): Tool {
  return {
    ...tool,
    async run(input, context) {
      const output = (await isExample(tool, input)) ? await tool.run(input, context) : explain(tool);
      return {
        ...output,
        content: withDemoLabel(output.content),
        notices: [{ key: 'demo', params: {} }, ...output.notices],
      };
    },
  };
}

/** A wish, a brief or a follow-up makes another task of it: the prepared result doesn't answer that. */
async function isExample({ type }: Tool, input: ToolInput): Promise<boolean> {
  const { title, file } = EXAMPLE_TASKS[type];
  const { task, wish, instruction, previousAnswer, brief, mask, language, files, image } = input;
  if (
    task.title.trim() !== title ||
    instruction !== null ||
    previousAnswer !== null ||
    wish !== null ||
    brief !== null ||
    mask !== null
  )
    return false;
  if (image === null ? language !== DEFAULT_LANGUAGE : image.background === 'transparent') return false;
  if (file === null) return files.length === 0;
  const [attached, ...others] = files;
  return attached !== undefined && others.length === 0 && (await sha256(attached)) === file.sha256;
}

const sha256 = async (file: ToolFile): Promise<string> =>
  createHash('sha256')
    .update(await file.read())
    .digest('hex');

const explain = ({ type }: Tool): ToolOutput => ({
  content: WITH_A_MODEL[type],
  modelUsed: 'demo',
  usage: { calls: 0, promptTokens: 0, completionTokens: 0, cost: 0 },
  notices: [],
});
