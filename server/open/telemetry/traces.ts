import type { Context, Span } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../config/read-collector.ts';
import type { Log, LogFields } from '../../lib/log.ts';
import type { OpenSpan, SpanStart, Tracer } from '../../lib/tracer.ts';
import { describeSender, hearWarnings, reportResults, sendLast } from './collector.ts';

/** Traces of this process, sent to an OpenTelemetry collector: docs/monitoring.md. */
export interface Traces {
  readonly tracer: Tracer;
  /** Ids of the current span, for log lines. */
  readonly logFields: () => LogFields;
  /** Sends what is left, for at most `limit` ms, and no longer than two seconds. */
  readonly stop: (limit: number) => Promise<void>;
}

/** Null without a collector. The library is loaded only with one. */
export async function openTraces(settings: TraceSettings | null, log: Log): Promise<Traces | null> {
  if (settings === null) return null;
  const [api, core, hooks, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/sdk-trace'),
    settings.protocol === 'http/json'
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT, trace, defaultTextMapGetter } = api;
  await hearWarnings(log);
  const exporter = reportTo(log, new OTLPTraceExporter({ url: settings.url }));
  const provider = new sdk.TracerProvider({
    resource: await describeSender(settings),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const otel = provider.getTracer('errand');
  const contexts = new hooks.AsyncLocalStorageContextManager().enable();
  const parents = new core.W3CTraceContextPropagator();

  function start({ name, kind, facts = {}, traceparent }: SpanStart): { span: Span; context: Context } {
    const parent = traceparent
      ? parents.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
      : contexts.active();
    const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
    const options = { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes: facts };
    const span = otel.startSpan(name, options, parent);
    return { span, context: trace.setSpan(parent, span) };
  }

  const open = (span: Span): OpenSpan => ({
    note: (facts) => void span.setAttributes(facts),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  });

  return {
    tracer: {
      begin: (at) => open(start(at).span),
      async within(at, work) {
        const { span, context } = start(at);
        const opened = open(span);
        try {
          return await contexts.with(context, () => work(opened));
        } catch (error) {
          opened.fail(typeOf(error));
          throw error;
        } finally {
          opened.end();
        }
      },
      isRecording: () => trace.getSpan(contexts.active())?.isRecording() ?? false,
    },
    logFields() {
      const current = trace.getSpan(contexts.active())?.spanContext();
      return current ? { trace_id: current.traceId, span_id: current.spanId } : {};
    },
    stop: (limit) => sendLast(provider.shutdown(), limit),
  };
}

/** Traces that can't be sent are lost; the work isn't held up. */
function reportTo(log: Log, exporter: SpanExporter): SpanExporter {
  const report = reportResults('traces', log);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
