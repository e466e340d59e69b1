import { existsSync } from 'node:fs';
import { startApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './lib/log.ts';

/** How long an ordered stop may take before the process ends all the same. */
const STOP_LIMIT = 9_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, say);
  const app = await startApp(config, log);
  say(`${config.brand.name} is ready at ${app.url}`);

  const stop = (signal: string): void => {
    log.info('stopping', { signal });
    const emergency = setTimeout(() => process.exit(1), STOP_LIMIT + 500);
    emergency.unref();
    app.stop(STOP_LIMIT).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('the stop failed', { error });
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  // A stack would hide the one sentence that helps an operator.
  const expected = error instanceof ConfigError || (error instanceof Error && 'code' in error);
  process.stderr.write(
    `${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
