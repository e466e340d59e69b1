import { serialize } from 'pg-protocol';
import type { Statement } from '../database.ts';
import { toParameter } from '../values.ts';
import type { StatementNames } from './statement-names.ts';

export interface Message {
  readonly bytes: Uint8Array;
  /** The texts that this message asks the session to prepare. */
  readonly prepares: readonly string[];
}

/** Plain SQL, each script as a message of its own. */
export function encodeScripts(...scripts: readonly string[]): Message {
  return { bytes: joined(scripts.map((sql) => serialize.query(sql))), prepares: [] };
}

/** All statements, then one Sync: PostgreSQL makes one transaction of it. */
export function encodeBatch(statements: readonly Statement[], names: StatementNames): Message {
  const parts = names.takeForgotten().map((name) => serialize.close({ type: 'S', name }));
  const prepares: string[] = [];
  const sent = new Set<string>();
  for (const { text, values = [] } of statements) {
    const { name, prepared } = names.use(text);
    if (!prepared && !sent.has(name)) {
      sent.add(name);
      // Close first: the name may be taken, by a message that failed later on or whose answer is not here yet.
      parts.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
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

/** A copy of its own: the pieces are views of a buffer that is shared with others. */
function joined(parts: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
