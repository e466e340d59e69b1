/** Why a file can't be shown. `failed`: this time; it may be tried again. */
export type FileProblem = 'gone' | 'locked' | 'broken' | 'failed';

export class FileProblemError extends Error {
  override readonly name: string = 'FileProblemError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export interface FilePart {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly length: number;
  readonly etag: string | null;
}

/** Our storage answers like this for an object that isn't there. */
const GONE = [400, 404];

/** Reads a part of a stored file, from `begin` up to before `end`. Rejects with FileProblemError or the network's error. */
export async function readPart(
  url: string,
  { begin, end }: { readonly begin: number; readonly end: number },
  signal: AbortSignal,
): Promise<FilePart> {
  const headers = { Range: `bytes=${begin}-${end - 1}` };
  // A copy that the browser keeps is asked about first: the file may have been replaced or deleted.
  const response = await fetch(url, { headers, signal, cache: 'no-cache' });
  if (GONE.includes(response.status)) throw new FileProblemError('gone', 'the file is gone');
  const length = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  // A file without content has no part to answer with.
  if (response.status === 416) throw new FileProblemError('broken', 'the file has no such part');
  if (response.status !== 206 || !Number.isSafeInteger(length))
    throw new FileProblemError('failed', `the storage answered ${response.status}`);
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    length,
    etag: response.headers.get('etag'),
  };
}
