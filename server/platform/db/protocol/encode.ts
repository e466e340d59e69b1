import { serialize } from 'pg-protocol';
import type { Settings, Statement } from '../database.ts';
import type { Batch } from '../driver.ts';
import { toParameter } from '../values.ts';
import type { PreparedNames } from './statement-names.ts';

/** How the answer to a message is read. */
export interface Reading {
  /** Results that the sender didn't ask for: those of what begins the transaction. */
  readonly head: number;
  /** Values of type json stay text. */
  readonly keepsJson: boolean;
}

export const AS_IT_IS: Reading = { head: 0, keepsJson: false };

export interface Message extends Reading {
  readonly bytes: Uint8Array;
  /** Texts of the statements that this message prepares. */
  readonly prepares: readonly string[];
}

/** Encodes plain SQL scripts, one message each. */
export function encodeScripts(...scripts: readonly string[]): Message {
  return { ...AS_IT_IS, bytes: joined(scripts.map((sql) => serialize.query(sql))), prepares: [] };
}

/**
 * Encodes all statements followed by one Sync: PostgreSQL makes one transaction of them. `begin` opens one that goes on
 * after this message.
 */
export function encodeBatch(
  { statements, settings = {}, keepsJson = false }: Batch,
  names: PreparedNames,
  { begin = false }: { readonly begin?: boolean } = {},
): Message {
  const parts = names.takeForgotten().map((name) => serialize.close({ type: 'S', name }));
  const prepares: string[] = [];
  const sent = new Set<string>();
  const head = [
    ...(begin ? [BEGIN] : []),
    ...(Object.keys(settings).length > 0 ? [settingStatement(settings)] : []),
  ];
  for (const [at, { text, values = [] }] of [...head, ...statements].entries()) {
    const { name, prepared, text: sentText } = names.use(text);
    if (name === '') parts.push(serialize.parse({ text }));
    else if (!prepared && !sent.has(name)) {
      sent.add(name);
      // Close first: the name may be taken, by a message that failed later or that is still unanswered.
      parts.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text: sentText }));
      prepares.push(text);
    }
    parts.push(serialize.bind({ statement: name, values: values.map(toParameter) }));
    if (at >= head.length) parts.push(serialize.describe({ type: 'P' }));
    parts.push(serialize.execute());
  }
  parts.push(serialize.sync());
  return { bytes: joined(parts), prepares, head: head.length, keepsJson };
}

const BEGIN: Statement = { text: 'begin' };

/** Returns no row: `set_config` returns what it has set, which would be sent and read for nothing. */
function settingStatement(settings: Settings): Statement {
  const pairs = Object.entries(settings);
  const calls = pairs.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  return { text: `select where num_nulls(${calls.join(', ')}) < 0`, values: pairs.flat() };
}

/** Copies, because the parts are views of a shared buffer. */
function joined(parts: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
