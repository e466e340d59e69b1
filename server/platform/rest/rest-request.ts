import type { Statement } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import type { MediaType } from './parse/parse-accept.ts';
import type { Preferences } from './parse/parse-prefer.ts';
import type { ExposedSchema } from './schema/schema.ts';

/** A request whose caller, schema and headers are known. */
export interface RestRequest {
  readonly request: Request;
  readonly url: URL;
  /** Behind the base: `/tasks`. */
  readonly path: string;
  readonly caller: Caller;
  /** The caller's own address, behind any proxy. */
  readonly ip: string;
  readonly schema: ExposedSchema;
  readonly preferences: Preferences;
  readonly media: MediaType;
}

/** Runs statements as the caller. */
export interface Run {
  /** Read-only, in one message; the rows of each statement. */
  read(request: RestRequest, statements: readonly Statement[]): Promise<readonly AnswerRow[]>;
  /** In one message, committed at once. */
  write(request: RestRequest, statement: Statement): Promise<AnswerRow>;
  /** Committed only if `accept` does not throw: one more round trip. */
  writeIf(request: RestRequest, statement: Statement, accept: (row: AnswerRow) => void): Promise<AnswerRow>;
}

/** The one row that each statement of this room answers with; which of its columns are there, the statement says. */
export type AnswerRow = Readonly<Record<string, unknown>>;
