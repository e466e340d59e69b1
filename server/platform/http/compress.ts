import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { WholeResponse } from './whole-response.ts';

/** Characters. A shorter text fits into one packet anyway. */
const COMPRESSED_FROM = 1024;

type Encoder = (bytes: Buffer) => Uint8Array<ArrayBuffer>;

/**
 * From the best to the least, at levels that take a tenth of a millisecond for a list of 100 tasks (45 kB) and make it
 * ten to twelve times smaller; higher ones take two to three times as long for a tenth less.
 */
const ENCODERS: ReadonlyMap<string, Encoder> = new Map<string, Encoder>([
  ['zstd', (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })],
  ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['gzip', (bytes) => gzipSync(bytes, { level: 3 })],
]);

const ENCODINGS = [...ENCODERS.keys()];

/**
 * A response with a text in the best encoding that the request accepts (RFC 9110, section 12.5.3).
 *
 * The length of a compressed answer gives away a secret in it to somebody who can add text and repeat the request in
 * the victim's browser (BREACH). Here he can't repeat it: the credential is a header that his page doesn't have. Answers
 * with tokens (`/auth/v1`) aren't compressed all the same.
 */
export function compressedResponse(
  request: Request,
  text: string | null,
  init: { readonly status: number; readonly headers: Headers },
): Response {
  // Also for HEAD, whose headers are those of GET.
  init.headers.append('Vary', 'Accept-Encoding');
  if (text === null) return new Response(null, init);
  if (text.length < COMPRESSED_FROM) return new WholeResponse(text, init);
  const encoding = acceptedEncoding(request, ENCODINGS);
  const encode = encoding === null ? undefined : ENCODERS.get(encoding);
  if (encoding === null || !encode) return new WholeResponse(text, init);
  init.headers.set('Content-Encoding', encoding);
  return new WholeResponse(encode(Buffer.from(text)), init);
}

/** The encoding that the request likes best, the first of equals. Null: none of them, so the text stays as it is. */
export function acceptedEncoding(request: Request, names: readonly string[]): string | null {
  const header = request.headers.get('accept-encoding');
  if (header === null) return null;
  const accepted = parseAccept(header);
  const qualityOf = (name: string): number =>
    (accepted.find(({ type }) => type.toLowerCase() === name) ?? accepted.find(({ type }) => type === '*'))
      ?.q ?? 0;
  let best: { name: string; quality: number } | null = null;
  for (const name of names) {
    const quality = qualityOf(name);
    if (quality > (best?.quality ?? 0)) best = { name, quality };
  }
  return best?.name ?? null;
}
