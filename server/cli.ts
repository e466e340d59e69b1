import { existsSync } from 'node:fs';
import { help, parseCommand, UsageError } from './cli/parse-command.ts';
import { perform } from './cli/perform.ts';
import { isSound, printResult } from './cli/print-result.ts';
import { ConfigError, readConfig } from './config.ts';
import { DatabaseError } from './platform/db/database.ts';
import { OperatorError } from './product/operator/operator-act.ts';
import { ObjectStoreError } from './providers/object-store/object-store.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

// A database opened here must be as private as the server's.
process.umask(0o077);

try {
  const command = parseCommand(process.argv.slice(2));
  if (command === null) say(help());
  else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const result = await perform(readConfig(process.env), command.name, command.input);
    say(printResult(result, command.asJson));
    if (!isSound(result)) process.exitCode = 1;
  }
} catch (error) {
  const isExpected = [UsageError, OperatorError, ConfigError, DatabaseError, ObjectStoreError].some(
    (kind) => error instanceof kind,
  );
  const text =
    error instanceof Error ? ((isExpected ? undefined : error.stack) ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
