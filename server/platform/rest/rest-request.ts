import type { Caller } from '../db/caller.ts';
import type { Statement } from '../db/database.ts';
import type { MediaType } from './parse/parse-accept.ts';
import type { Preferences } from './parse/parse-prefer.ts';
import type { RequestBody } from './read-body.ts';
import type { ExposedSchema } from './schema/schema.ts';
import type { TableFacts } from './schema/table-facts.ts';

/** A request whose caller, schema and headers are known. */
export interface RestRequest {
  readonly request: Request;
  readonly body: RequestBody;
  readonly url: URL;
  /** Behind the base: `/tasks`. */
  readonly path: string;
  readonly caller: Caller;
  /** The caller's own address, behind any proxy. */
  readonly ip: string;
  readonly schema: ExposedSchema;
  /** Of its tables, by name. */
  readonly facts: ReadonlyMap<string, TableFacts>;
  readonly preferences: Preferences;
  readonly media: MediaType;
  /** Whether its writes are taken back after they have been answered. */
  readonly rollsBack: boolean;
}

/** Runs statements as the caller. */
export interface Run {
  /** Read-only, in one message; the rows of each statement. */
  read(request: RestRequest, statements: readonly Statement[]): Promise<readonly AnswerRow[]>;
  /** Committed at once, unless the request rolls back. */
  write(request: RestRequest, statement: Statement): Promise<AnswerRow>;
  /** Committed only if `accept` does not throw, and unless the request rolls back: one more round trip. */
  writeIf(request: RestRequest, statement: Statement, accept: (row: AnswerRow) => void): Promise<AnswerRow>;
  /** All rows of an EXPLAIN. Nothing is kept of what it has run. */
  explain(request: RestRequest, statement: Statement, isReadOnly: boolean): Promise<readonly AnswerRow[]>;
}

/** The one row that each statement of this room answers with; which of its columns are there, the statement says. */
export type AnswerRow = Readonly<Record<string, unknown>>;
