import type { ExportResult } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import type { Sender } from '../../config/read-collector.ts';
import type { Log } from '../../lib/log.ts';

/** What traces and figures that are sent to a collector have in common. */

/** OTEL_RESOURCE_ATTRIBUTES adds to what is known here, and wins, except over a name of its own setting. */
export async function describeSender({ service, instance }: Sender): Promise<Resource> {
  const { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  return resourceFromAttributes({ 'service.name': 'errand', 'service.instance.id': instance })
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
    .merge(resourceFromAttributes(service === null ? {} : { 'service.name': service }));
}

/** Logs when the collector stops taking something, and when it takes it again: once, not with every batch. */
export function reportResults(what: string, log: Log): (result: ExportResult) => void {
  let fails = false;
  return ({ error }) => {
    const failed = error !== undefined;
    if (failed && !fails) log.warn(`couldn't send ${what} to the collector`, { error });
    if (!failed && fails) log.info(`the collector takes ${what} again`);
    fails = failed;
  };
}

/**
 * Logs what the library warns of, such as an unreadable certificate, or a collector that took a batch only in part, which
 * counts as a success. Once for each text, or part of the library: it may come with every batch. Failures are reported above.
 */
export async function hearWarnings(log: Log): Promise<void> {
  const { diag, DiagLogLevel } = await import('@opentelemetry/api');
  const heard = new Set<string>();
  const ignore = (): void => {};
  const warn = (text: string, ...details: unknown[]): void => {
    if (!heard.has(text)) log.warn('OpenTelemetry warns', { text, details });
    heard.add(text);
  };
  diag.setLogger(
    { error: ignore, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Milliseconds: a process that ends waits no longer for a collector that is away, and what closes after it needs time, too. */
const LAST = 2_000;

/** Waits for what is left to be sent, for at most `limit` ms. Whatever can't be sent has been logged. */
export function sendLast(shutdown: Promise<void>, limit: number): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, Math.min(limit, LAST)).unref());
  return Promise.race([shutdown.catch(() => {}), late]);
}
