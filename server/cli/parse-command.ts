import { parseArgs } from 'node:util';
import { COMMANDS, type Command } from './commands.ts';

export interface ParsedCommand {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly asJson: boolean;
}

/** The command line is invalid; the message shows the correct syntax. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns null if help is requested. Throws UsageError. */
export function parseCommand(argv: readonly string[]): ParsedCommand | null {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return null;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`Unknown command: "${name}".\n\n${help()}`);
  const { values, positionals } = read(command, rest);
  const isGiven = command.wordOption !== undefined && values[command.wordOption] !== undefined;
  if (positionals.length + Number(isGiven) !== command.words) throw new UsageError(`Usage: ${command.usage}`);
  if (command.isFinal && values['yes'] !== true) {
    throw new UsageError(`This can't be undone. Add --yes to confirm.\nUsage: ${command.usage}`);
  }
  return { name, input: command.toInput(positionals, values), asJson: values['json'] === true };
}

function read(command: Command, args: readonly string[]) {
  const options: Command['options'] = { ...command.options, json: { type: 'boolean' } };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\nUsage: ${command.usage}`, { cause: error });
  }
}

export function help(): string {
  const commands = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    'Commands for operators. They work with the server running or stopped.',
    '',
    ...commands,
    '',
    'Add --json to any command for machine-readable output.',
  ].join('\n');
}
