/** Part of a query, as shown. */
export interface SqlPart {
  readonly text: string;
  readonly isKeyword: boolean;
}

const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[\p{L}_][\p{L}\p{M}\p{N}_]*|[\s\S]/gu;
const KEYWORDS = new Set(
  'select from where group by order having limit as and or not in between like is null case when then else end join left inner on union all distinct with over partition desc asc'.split(
    ' ',
  ),
);
/** Starts a new line in a query that has none. */
const LINES = new Set(['from', 'where', 'group', 'order', 'having', 'limit', 'union']);

/** Splits a query to highlight its keywords; breaks a one-line query before its clauses. */
export function splitSql(sql: string): SqlPart[] {
  const isOneLine = !sql.trim().includes('\n');
  const parts: { text: string; isKeyword: boolean }[] = [];
  let depth = 0;
  for (const text of sql.trim().match(PARTS) ?? []) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    const word = text.toLowerCase();
    const isKeyword = KEYWORDS.has(word);
    const last = parts.at(-1);
    if (isOneLine && depth === 0 && LINES.has(word) && last?.text.endsWith(' ')) {
      last.text = `${last.text.slice(0, -1)}\n`;
    }
    if (last && !isKeyword && !last.isKeyword) last.text += text;
    else parts.push({ text, isKeyword });
  }
  return parts;
}
