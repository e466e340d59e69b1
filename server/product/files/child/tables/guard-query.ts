/** Tokens of a statement, as far as needed to find its end. */
const PARTS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[\s\S]/g;

const LENGTH = 4_000;

/** Why a text isn't a single permitted query; null if it is. What it may do is restricted by the database. */
export function refuseQuery(sql: string): string | null {
  if (sql.length > LENGTH) return `a query has at most ${LENGTH} characters`;
  const parts = withoutComments(sql);
  if (!/^(?:select|with|values)\b/i.test(parts.text.trim())) return 'only SELECT can be asked';
  if (/;\s*\S/.test(parts.bare.trim())) return 'only one statement can be asked';
  return null;
}

function withoutComments(sql: string): { text: string; bare: string } {
  let text = '';
  let bare = '';
  for (const part of sql.match(PARTS) ?? []) {
    const isComment = part.startsWith('--') || part.startsWith('/*');
    const isQuoted = part.length > 1 && !isComment;
    text += isComment ? ' ' : part;
    bare += isComment ? ' ' : isQuoted ? '_' : part;
  }
  return { text, bare };
}
