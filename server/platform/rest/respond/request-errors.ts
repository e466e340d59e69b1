import { RestError } from './rest-error.ts';

/** Errors found before the database is queried: the PGRST1xx group. */

export const unparsable = (what: string, column: number, details: string): RestError =>
  new RestError(400, 'PGRST100', `"${what}" (line 1, column ${column})`, { details });

export const wrongRpcMethod = (method: string): RestError =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const invalidBody = (message: string, status = 400): RestError =>
  new RestError(status, 'PGRST102', message);

export const tooManyRows = (sent: number, allowed: number): RestError =>
  invalidBody(
    `A request may write ${allowed} rows at most, and this one has ${sent}. Send them in several requests.`,
    413,
  );

export const invalidRange = (details: string, headers?: Record<string, string>): RestError =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, ...(headers && { headers }) });

export const offsetBeyondEnd = (offset: number, total: number): RestError =>
  invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    'Content-Range': `*/${total}`,
  });

export const unknownSchema = (schemas: readonly string[]): RestError =>
  new RestError(406, 'PGRST106', `The schema must be one of the following: ${schemas.join(', ')}`);

export const unavailableMediaType = (asked: string): RestError =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${asked}`);

export const notEmbedded = (name: string): RestError =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });

export const badResponseHeaders = (): RestError =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );

export const badResponseStatus = (): RestError =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');

export const notSingular = (rows: number): RestError =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string): RestError =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

export const relatedOrderNotToOne = (origin: string, target: string): RestError =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const badEmbedFilter = (target: string): RestError =>
  new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });

export const invalidPreferences = (preferences: readonly string[]): RestError =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });

/** A client that asks for a rollback must never get a commit instead, regardless of `handling`. */
export const rollbackRefused = (): RestError =>
  new RestError(400, 'PGRST122', 'Ending a request with a rollback is not allowed', {
    details: 'Invalid preferences: tx=rollback',
  });

export const aggregatesNotAllowed = (): RestError =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const tooManyAffected = (rows: number): RestError =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const invalidPath = (): RestError =>
  new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

export const rootDisabled = (): RestError =>
  new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');

/** In the contract's grammar, but not supported by this server. See contract/COVERAGE.md. */
export const notImplemented = (details: string): RestError =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details });

export const maxAffectedNeedsRows = (): RestError =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

/** PostgreSQL's message (with the safeupdate module) for a write without a filter. */
export const whereRequired = (verb: 'UPDATE' | 'DELETE'): RestError =>
  new RestError(400, '21000', `${verb} requires a WHERE clause`);

export const answerTooLarge = (bytes: number): RestError =>
  new RestError(413, '54000', `The answer is larger than ${bytes} bytes`, {
    hint: 'Ask for fewer rows or columns.',
  });
