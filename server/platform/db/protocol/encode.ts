import { serialize } from 'pg-protocol';
import type { Statement } from '../database.ts';
import { toParameter } from '../values.ts';
import type { PreparedNames } from './statement-names.ts';

export interface Message {
  readonly bytes: Uint8Array;
  /** Texts of the statements that this message prepares. */
  readonly prepares: readonly string[];
}

/** Encodes plain SQL scripts, one message each. */
export function encodeScripts(...scripts: readonly string[]): Message {
  return { bytes: joined(scripts.map((sql) => serialize.query(sql))), prepares: [] };
}

/** Encodes all statements followed by one Sync: PostgreSQL makes one transaction of them. */
export function encodeBatch(statements: readonly Statement[], names: PreparedNames): Message {
  const parts = names.takeForgotten().map((name) => serialize.close({ type: 'S', name }));
  const prepares: string[] = [];
  const sent = new Set<string>();
  for (const { text, values = [] } of statements) {
    const { name, prepared, text: sentText } = names.use(text);
    if (name === '') parts.push(serialize.parse({ text }));
    else if (!prepared && !sent.has(name)) {
      sent.add(name);
      // Close first: the name may be taken, by a message that failed later or that is still unanswered.
      parts.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text: sentText }));
      prepares.push(text);
    }
    parts.push(
      serialize.bind({ statement: name, values: values.map(toParameter) }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
    );
  }
  parts.push(serialize.sync());
  return { bytes: joined(parts), prepares };
}

/** Copies, because the parts are views of a shared buffer. */
function joined(parts: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
