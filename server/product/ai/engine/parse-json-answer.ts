/** Places that are tried: more than an item has parts. */
const TRIES = 50;

/**
 * The JSON in a model's answer, which may stand in a fence or between words: the widest object that ends with the last
 * brace, since thoughts before it may quote the form. Undefined where there is none: a schema then refuses it.
 */
export function parseJsonAnswer(text: string): unknown {
  const to = text.lastIndexOf('}');
  let from = text.indexOf('{');
  for (let made = 0; from !== -1 && from < to && made < TRIES; made += 1) {
    const value = parse(text.slice(from, to + 1));
    if (value !== undefined) return value;
    from = text.indexOf('{', from + 1);
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the answer; that it is none is all there is to know.
    return undefined;
  }
}

/** Keeps the complete items of a truncated JSON list: `{"claims":[{…},{…},{"te` without its last item. */
export function parseCutAnswer(text: string): unknown {
  const from = Math.max(0, text.indexOf('{'));
  let at = text.lastIndexOf('}');
  for (let made = 0; at !== -1 && made < TRIES; made += 1) {
    const value = parse(`${text.slice(from, at + 1)}]}`);
    if (value !== undefined) return value;
    at = text.lastIndexOf('}', at - 1);
  }
  return undefined;
}
