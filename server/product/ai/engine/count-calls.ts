import type { CallUsage, ToolContext, ToolOutput } from '../tool.ts';

/** Sums up the usage of this attempt's calls, in addition to the worker's own accounting. */
export function countCalls(context: ToolContext) {
  const calls: (CallUsage | null)[] = [];
  const counting: ToolContext = {
    ...context,
    async beforeCall(planned) {
      const begun = await context.beforeCall(planned);
      const place = calls.push(null) - 1;
      return {
        ...begun,
        settle(usage) {
          calls[place] = usage;
          begun.settle(usage);
        },
      };
    },
  };
  return {
    context: counting,
    usage(): ToolOutput['usage'] {
      const known = calls.filter((usage) => usage !== null);
      const add = (figure: (usage: CallUsage) => number): number =>
        known.reduce((sum, usage) => sum + figure(usage), 0);
      const isKnown = known.length === calls.length && known.every(({ cost }) => cost !== null);
      return {
        calls: calls.length,
        promptTokens: add((usage) => usage.promptTokens),
        completionTokens: add((usage) => usage.completionTokens),
        cost: isKnown ? add(({ cost }) => cost ?? 0) : null,
      };
    },
  };
}
