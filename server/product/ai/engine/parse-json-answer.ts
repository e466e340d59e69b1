/** Start positions to try: more than an item has parts. */
const TRIES = 50;

/**
 * Extracts the JSON from a model's answer, which may be fenced or surrounded by text: the widest object that
 * ends at the last brace, since thoughts before it may quote the format. Undefined if there is none, which a
 * schema then rejects.
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
    // Drops the parser's message, which would quote the answer.
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
