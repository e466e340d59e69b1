/** Fits an answer of 1 MB with every character escaped, and every model list seen so far (OpenRouter's: 2 MB). */
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a body as text, by default up to 16 MB; the rest is ignored. Rejects if the connection breaks. */
export async function readBodyText(response: Response, maxBytes = MAX_BYTES): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    size += bytes.byteLength;
    if (size > maxBytes) break;
  }
  return text;
}
