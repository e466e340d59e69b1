/**
 * The JSON in a model's answer, which may stand in a fence or between words. Undefined where there is none: a schema
 * then refuses it.
 */
export function parseJsonAnswer(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from === -1 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch {
    // The parser's message would quote the answer; that it is none is all there is to know.
    return undefined;
  }
}
