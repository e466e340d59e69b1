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

/** Places that are tried from the end: one for each part of the last item. */
const TRIES = 20;

/** Of the JSON of a list that was cut off, what is whole: `{"claims":[{…},{…},{"te` without its last item. */
export function parseCutAnswer(text: string): unknown {
  let at = text.lastIndexOf('}');
  for (let made = 0; at !== -1 && made < TRIES; made += 1) {
    const value = parseJsonAnswer(`${text.slice(0, at + 1)}]}`);
    if (value !== undefined) return value;
    at = text.lastIndexOf('}', at - 1);
  }
  return undefined;
}
