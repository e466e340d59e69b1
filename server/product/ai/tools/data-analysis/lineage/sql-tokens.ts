/** A piece of a query. Words and signs are in lower case; what was quoted is as it was written. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'sign';
  readonly text: string;
}

const PARTS =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|(?<text>[xX]?'(?:[^']|'')*')|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<number>0[xX][\da-fA-F]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<word>[\p{L}\p{M}\p{N}_$]+)|(?<sign>\|\||->>?|<=|>=|<>|!=|==|<<|>>|[\s\S])/gu;

/** The pieces of a query, without comments and what stands between them. */
export function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(PARTS)].flatMap(({ groups = {} }): Token[] => {
    const { text, quoted, number, word, sign } = groups;
    if (text !== undefined)
      return [{ kind: 'text', text: text.replace(/^x/i, '').slice(1, -1).replaceAll("''", "'") }];
    if (quoted !== undefined) {
      const mark = quoted.slice(-1);
      return [{ kind: 'quoted', text: quoted.slice(1, -1).replaceAll(mark + mark, mark) }];
    }
    if (number !== undefined) return [{ kind: 'number', text: number.replaceAll('_', '') }];
    if (word !== undefined) return [{ kind: 'word', text: word.toLowerCase() }];
    return sign === undefined ? [] : [{ kind: 'sign', text: sign }];
  });
}
