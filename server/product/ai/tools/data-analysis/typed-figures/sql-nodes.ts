/** A piece of a query. Words are in lower case; what was quoted is as it was written. */
export interface Token {
  readonly is: 'word' | 'quoted' | 'text' | 'number' | 'sign' | 'foreign';
  readonly text: string;
}

/** Brackets with what is in them, and CASE up to its END. */
export interface Group {
  readonly is: 'brackets' | 'case';
  /** The function in front of the brackets. */
  readonly head: string;
  readonly nodes: readonly Node[];
  /** OVER or FILTER behind them. */
  readonly tail: readonly Node[];
}

export type Node = Token | Group;

const PARTS =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|(?<foreign>[xX]'[^']*'|[?:@$][\p{L}\p{N}_]*)|(?<text>'(?:[^']|'')*')|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<number>0[xX][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)|(?<word>[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_$]*)|(?<sign>\|\||->>?|<=|>=|<>|!=|==|<<|>>|[\s\S])/gu;

/** The words of the language: what else stands alone is a name, and in front of brackets a function. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `all and as asc between by case collate cross desc distinct else end escape except filter from full glob group having in
  inner intersect is isnull join left limit like natural not notnull null offset on or order outer over partition right select
  then union using values when where window with`.split(/\s+/),
);

/** Tokens of a query, without comments. `foreign` is a parameter or a blob: nothing is bound to the one, nobody can read the other. */
export function tokensOf(sql: string): Token[] {
  return [...sql.matchAll(PARTS)].flatMap(({ groups = {} }): Token[] => {
    const { foreign, text, quoted, number, word, sign } = groups;
    if (foreign !== undefined) return [{ is: 'foreign', text: foreign }];
    if (text !== undefined) return [{ is: 'text', text: text.slice(1, -1).replaceAll("''", "'") }];
    if (quoted !== undefined) return [{ is: 'quoted', text: quoted.slice(1, -1) }];
    if (number !== undefined) return [{ is: 'number', text: number.replaceAll('_', '') }];
    if (word !== undefined) return [{ is: 'word', text: word.toLowerCase() }];
    return sign === undefined ? [] : [{ is: 'sign', text: sign }];
  });
}

/** The same by brackets. SQLite has taken the query: what it opens, it closes. */
export function nodesOf(tokens: readonly Token[]): Node[] {
  let at = 0;
  const readTo = (end: string): Node[] => {
    const nodes: Node[] = [];
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      at += 1;
      const last = nodes.at(-1);
      if (isOne(token, end)) return nodes;
      // What is in OVER and FILTER comes with the brackets behind it.
      if (isOne(token, 'over', 'filter') && isGroup(last)) {
        const isNamed = !isOne(tokens[at], '(');
        const named = tokens[at];
        at += 1;
        const tail = isNamed && named ? [named] : readTo(')');
        nodes.splice(-1, 1, { ...last, tail: [...last.tail, ...tail] });
        continue;
      }
      if (isOne(token, '(')) {
        const head = isName(last) ? last.text.toLowerCase() : '';
        if (head !== '') nodes.pop();
        nodes.push({ is: 'brackets', head, nodes: readTo(')'), tail: [] });
      } else if (isOne(token, 'case')) nodes.push({ is: 'case', head: '', nodes: readTo('end'), tail: [] });
      else nodes.push(token);
    }
    return nodes;
  };
  return readTo('');
}

export const isGroup = (node: Node | undefined): node is Group => node !== undefined && 'nodes' in node;

/** One of these words or signs. */
export const isOne = (node: Node | undefined, ...texts: readonly string[]): boolean =>
  node !== undefined &&
  !isGroup(node) &&
  (node.is === 'word' || node.is === 'sign') &&
  texts.includes(node.text);

/** A column, a table, or another name. */
export const isName = (node: Node | undefined): node is Token =>
  node !== undefined &&
  (node.is === 'quoted' ||
    (node.is === 'word' && !KEYWORDS.has(node.text) && !/^(?:true|false)$/.test(node.text)));

export const isQuery = (nodes: readonly Node[]): boolean => nodes.some((node) => isOne(node, 'select'));

/** Pieces between these words and signs, each with the one before it. */
export function splitAt(
  nodes: readonly Node[],
  isEnd: (node: Node, at: number) => boolean,
): { readonly by: string; readonly nodes: readonly Node[] }[] {
  const pieces: { by: string; nodes: Node[] }[] = [{ by: '', nodes: [] }];
  for (const [at, node] of nodes.entries()) {
    if (!isGroup(node) && isEnd(node, at)) pieces.push({ by: node.text, nodes: [] });
    else pieces.at(-1)?.nodes.push(node);
  }
  return pieces;
}

export const argumentsOf = (nodes: readonly Node[]): (readonly Node[])[] =>
  splitAt(nodes, (node) => isOne(node, ',')).map((piece) => piece.nodes);

/** As it is written, in one spelling. */
export const toText = (nodes: readonly Node[]): string =>
  nodes
    .map((node) =>
      isGroup(node) ? `${node.head}(${toText(node.nodes)})${toText(node.tail)}` : node.text.toLowerCase(),
    )
    .join(' ');

/** All nodes, however deep, but for those within a query of their own. */
export function deep(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    isGroup(node) && !isQuery(node.nodes) ? [node, ...deep(node.nodes)] : [node],
  );
}

/** Results of a CASE, and what decides between them. */
export function branchesOf({ nodes }: Group): {
  readonly results: (readonly Node[])[];
  readonly conditions: (readonly Node[])[];
} {
  const pieces = splitAt(nodes, (node) => isOne(node, 'when', 'then', 'else'));
  const isResult = ({ by }: { by: string }): boolean => by === 'then' || by === 'else';
  return {
    results: pieces.filter(isResult).map((piece) => piece.nodes),
    conditions: pieces.filter((piece) => !isResult(piece)).map((piece) => piece.nodes),
  };
}
