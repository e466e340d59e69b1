import type { Tool, ToolContext, ToolInput, ToolOutput } from '#server/product/ai/tool.ts';
import { type TextFailure, TextModelError } from '#server/providers/text-model/text-model.ts';

export type ToolScript = (input: ToolInput, context: ToolContext) => Promise<ToolOutput>;

export interface ScriptedTool extends Tool {
  /** What the next calls do, in order; the last one repeats. */
  script: readonly ToolScript[];
  /** What it was given, call by call. */
  readonly inputs: readonly ToolInput[];
}

/** A tool whose behaviour a test writes down: for the worker's side of the border, not for a provider's. */
export function createScriptedTool(kind: Tool['kind'] = 'real', type: Tool['type'] = 'answer'): ScriptedTool {
  const inputs: ToolInput[] = [];
  const tool: ScriptedTool = {
    type,
    kind,
    script: [answering('An answer.')],
    inputs,
    async run(input, context) {
      const step = tool.script[Math.min(inputs.length, tool.script.length - 1)];
      inputs.push(input);
      if (!step) throw new Error('the script is empty');
      return step(input, context);
    },
  };
  return tool;
}

const PLANNED = { model: 'test/fast', promptTokens: 100, maxTokens: 2000 };

/** Calls the provider once and streams the text in the given pieces. */
export function answering(...pieces: string[]): ToolScript {
  return async (_input, context) => {
    const call = await context.beforeCall(PLANNED);
    call.generation('gen-1');
    context.onStep({ key: 'asked_model', params: { model: PLANNED.model } });
    for (const piece of pieces) context.onText(piece);
    call.settle({ promptTokens: 90, completionTokens: 20, cost: 0.0001 });
    call.over();
    return output(pieces.join(''));
  };
}

export function failing(
  kind: TextFailure,
  details: { retryable?: boolean; retryAfter?: number } = {},
): ToolScript {
  return async (_input, context) => {
    await context.beforeCall(PLANNED);
    const { retryable = false, ...rest } = details;
    throw new TextModelError(kind, `scripted ${kind}`, { retryable, ...rest });
  };
}

/** Answers nothing until it is told to, or its signal says stop. */
export function hanging(text = ''): ToolScript {
  return async (_input, context) => {
    await context.beforeCall(PLANNED);
    if (text) context.onText(text);
    return new Promise((_resolve, reject) => {
      const stop = (): void => reject(new TextModelError('aborted', 'aborted', { retryable: false }));
      if (context.signal.aborted) stop();
      context.signal.addEventListener('abort', stop, { once: true });
    });
  };
}

/** Answers when the promise resolves, whatever its signal says. */
export function answeringAfter(gate: Promise<unknown>, text = 'A late answer.'): ToolScript {
  return async (_input, context) => {
    await context.beforeCall(PLANNED);
    await gate;
    return output(text);
  };
}

function output(content: string): ToolOutput {
  return {
    content,
    modelUsed: 'test/fast-1',
    usage: { calls: 1, promptTokens: 90, completionTokens: 20, cost: 0.0001 },
    notices: [],
  };
}
