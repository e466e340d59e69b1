import { withDemoLabel } from '#domain/demo-label.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { Tool } from '../tool.ts';
import type { DemoPhrases } from '../tools/data-analysis/demo/tool.ts';

/**
 * A tool of several steps as it works without a model: the same steps, journal and checks, with what the demo provider
 * answers. Its result says first that no model was there, and last what one would do.
 */
export function asDemo(tool: Tool, phrases: (language: LanguageCode) => DemoPhrases): Tool {
  return {
    ...tool,
    async run(input, context) {
      const output = await tool.run(input, context);
      const { label, model, modelText } = phrases(input.language);
      return {
        ...output,
        content: withDemoLabel(label, [output.content, `### ${model}`, modelText].join('\n\n')),
        notices: [{ key: 'demo', params: {} }, ...output.notices],
      };
    },
  };
}
