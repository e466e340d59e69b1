import type { Context, Span } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config/read-traces.ts';
import type { Log, LogFields } from '../lib/log.ts';
import type { OpenSpan, SpanStart, Tracer } from '../lib/tracer.ts';

/** Traces of this process, sent to an OpenTelemetry collector: docs/monitoring.md. */
export interface Traces {
  readonly tracer: Tracer;
  /** Ids of the current span, for log lines. */
  readonly logFields: () => LogFields;
  /** Logs when the collector stops taking traces, and when it takes them again. */
  readonly reportTo: (log: Log) => void;
  /** Sends what is left, for at most `limit` ms. */
  readonly stop: (limit: number) => Promise<void>;
}

/** Null without a collector. The library is loaded only with one. */
export async function openTraces(settings: TraceSettings | null): Promise<Traces | null> {
  if (settings === null) return null;
  const [api, core, hooks, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT, trace, defaultTextMapGetter } = api;
  const exporter = reportFailures(new OTLPTraceExporter({ url: settings.url }));
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': settings.service }),
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
    reportTo: (log) => exporter.reportTo(log),
    // Whatever can't be sent has been logged.
    stop: (limit) => Promise.race([provider.shutdown().catch(() => {}), timeout(limit)]),
  };
}

/** A collector that is away is told of once, not with every batch. Its traces are lost; the work isn't held up. */
function reportFailures(exporter: SpanExporter): SpanExporter & { reportTo(log: Log): void } {
  let log: Log | null = null;
  let fails = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !fails) log?.warn("couldn't send traces to the collector", { error: result.error });
        if (!failed && fails) log?.info('the collector takes traces again');
        fails = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
    reportTo: (given) => {
      log = given;
    },
  };
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const timeout = (limit: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, limit).unref());
