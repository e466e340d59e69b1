/** A whole answer of 1 MB with every character escaped still fits, and every list of models seen (OpenRouter's: 2 MB). */
const MAX_BYTES = 16 * 1024 * 1024;

/** A body as text, up to 16 MB or as told; what comes after is not read. Rejects when the connection breaks. */
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
