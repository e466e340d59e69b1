import { existsSync } from 'node:fs';
import type { App } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, type Log } from './lib/log.ts';
import { openDataDir } from './open/data-dir.ts';
import { openServedDatabase } from './open/database.ts';
import { openDisk } from './open/disk.ts';
import { openTraces, type Traces } from './open/telemetry/traces.ts';
import { assertNoHalfRestore } from './open/unfinished-restore.ts';
import { warnAboutRoot } from './warn-about-root.ts';

/** Milliseconds for a graceful stop before the process is ended. */
const STOP_LIMIT = 9_000;

/** Programming errors. Any other error at start is meant for the operator. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs the server until SIGTERM or SIGINT. Ends the process with 1, and one sentence, if it can't start. */
export async function serve(): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const config = readConfig(process.env);
    openDataDir(config.dataDir);
    assertNoHalfRestore(config);
    let traces: Traces | null = null;
    const log = createLog(config.logLevel, say, { current: () => traces?.logFields() ?? {} });
    traces = await openTraces(config.collector.traces, log);
    warnAboutRoot(log);
    for (const warning of config.warnings) log.warn(warning);
    const app = await start(config, log, traces);
    say(`${config.brand.name} is ready at ${app.url}`);
    if (app.mailboxUrl !== null) say(`${unsent(config)} aren't sent. Read them at ${app.mailboxUrl}`);
    const stop = (signal: string): void => {
      log.info('stopping', { signal });
      const emergency = setTimeout(() => process.exit(1), config.drainSeconds * 1000 + STOP_LIMIT + 500);
      emergency.unref();
      app.stop(STOP_LIMIT).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error("couldn't stop cleanly", { error });
          process.exit(1);
        },
      );
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
}

/** What goes to the local mailbox instead. */
function unsent({ mail, sms }: Config): string {
  if (mail.kind !== 'local') return 'Text messages';
  return sms.kind === 'local' ? 'Emails and text messages' : 'Emails';
}

/** The database opens in a thread of its own while the rest of the program is loaded. */
async function start(config: Config, log: Log, traces: Traces | null): Promise<App> {
  // First: without room, nothing is written.
  const disk = await openDisk(config, log);
  const opening = openServedDatabase(config, { log });
  opening.catch(() => {}); // reported where it is awaited
  const { startApp } = await import('./app.ts');
  return startApp(config, log, { disk, opening, traces });
}

/** A stack trace would hide the one sentence that helps an operator. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMistake = MISTAKES.some((kind) => error instanceof kind);
  return (isMistake ? error.stack : undefined) ?? error.message;
}
