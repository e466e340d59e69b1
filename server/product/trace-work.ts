import type { Tracer } from '#server/lib/tracer.ts';
import type { BegunCall, PlannedCall, Tool, ToolContext } from './ai/tool.ts';
import type { ClaimedRun } from './delegation/run-store.ts';

/** Traces a run from its lease to its end or its return to the queue: its attempts, and their provider calls. */
export function traceRun(tracer: Tracer, { runId, attempt }: ClaimedRun, perform: () => Promise<void>) {
  const facts = { 'errand.run.id': runId, 'errand.run.attempt': attempt };
  return tracer.within({ name: 'run', facts }, perform);
}

/** Traces each attempt with a tool, and in it each call to a model. */
export function traceTool(tool: Tool, tracer: Tracer): Tool {
  return {
    ...tool,
    run(input, context) {
      const facts = { 'errand.tool': tool.type };
      return tracer.within({ name: `tool ${tool.type}`, facts }, () =>
        tool.run(input, traceCalls(context, tracer)),
      );
    },
  };
}

function traceCalls(context: ToolContext, tracer: Tracer): ToolContext {
  return {
    ...context,
    beforeCall: async (planned) => traceCall(await context.beforeCall(planned), planned, tracer),
  };
}

/** Names: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ */
function traceCall(begun: BegunCall, { model, step }: PlannedCall, tracer: Tracer): BegunCall {
  const facts = { 'gen_ai.request.model': model, ...(step ? { 'errand.step': step } : {}) };
  const span = tracer.begin({ name: `model ${model}`, kind: 'client', facts });
  return {
    ...begun,
    settle(usage) {
      begun.settle(usage);
      if (usage === null) return;
      const { promptTokens, completionTokens, cost } = usage;
      span.note({
        'gen_ai.usage.input_tokens': promptTokens,
        'gen_ai.usage.output_tokens': completionTokens,
        ...(cost === null ? {} : { 'errand.cost_usd': cost }),
      });
    },
    over() {
      begun.over();
      span.end();
    },
  };
}
