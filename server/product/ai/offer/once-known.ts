import type { Tool } from '../tool.ts';

/**
 * A tool that begins no run before its models' contexts are known. Right after a start they are not: a run that is
 * taken up then would be cut into other pieces than before, and all that was paid for would be asked again.
 */
export const onceKnown = (tool: Tool, known: Promise<unknown>): Tool => ({
  ...tool,
  async run(input, context) {
    await known;
    return tool.run(input, context);
  },
});
