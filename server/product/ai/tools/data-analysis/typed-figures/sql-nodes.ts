/** A token of a query. Words are lower-case; quoted text is unchanged. */
export interface Token {
  readonly is: 'word' | 'quoted' | 'text' | 'number' | 'sign' | 'foreign';
  readonly text: string;
}

/** Brackets with their content, or a CASE up to its END. */
export interface Group {
  readonly is: 'brackets' | 'case';
  /** Function before the brackets. */
  readonly head: string;
  readonly nodes: readonly Node[];
  /** OVER or FILTER after them. */
  readonly tail: readonly Node[];
}

export type Node = Token | Group;

const PARTS =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|(?<foreign>[xX]'[^']*'|[?:@$][\p{L}\p{N}_]*)|(?<text>'(?:[^']|'')*')|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<number>0[xX][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)|(?<word>[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_$]*)|(?<sign>\|\||->>?|<=|>=|<>|!=|==|<<|>>|[\s\S])/gu;

/** Keywords: any other word is a name, or before brackets a function. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `all and as asc between by case collate cross desc distinct else end escape except filter from full glob group having in
  inner intersect is isnull join left limit like natural not notnull null offset on or order outer over partition right select
  then union using values when where window with`.split(/\s+/),
);

/**
 * Tokenises a query, without comments. `foreign` is a parameter, which nothing is bound to, or a blob, which nobody can
 * read.
 */
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

/** Groups tokens by brackets. They are balanced, because SQLite has accepted the query. */
export function nodesOf(tokens: readonly Token[]): Node[] {
  let at = 0;
  const readTo = (end: string): Node[] => {
    const nodes: Node[] = [];
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      at += 1;
      const last = nodes.at(-1);
      if (isOne(token, end)) return nodes;
      // OVER and FILTER belong to the brackets before them.
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

/** Whether a node is one of these words or signs. */
export const isOne = (node: Node | undefined, ...texts: readonly string[]): boolean =>
  node !== undefined &&
  !isGroup(node) &&
  (node.is === 'word' || node.is === 'sign') &&
  texts.includes(node.text);

/** Whether a node is a column, a table or another name. */
export const isName = (node: Node | undefined): node is Token =>
  node !== undefined &&
  (node.is === 'quoted' ||
    (node.is === 'word' && !KEYWORDS.has(node.text) && !/^(?:true|false)$/.test(node.text)));

export const isQuery = (nodes: readonly Node[]): boolean => nodes.some((node) => isOne(node, 'select'));

/** Splits nodes at these words and signs, keeping the separator before each piece. */
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

/** Writes nodes in one normal form. */
export const toText = (nodes: readonly Node[]): string =>
  nodes
    .map((node) =>
      isGroup(node) ? `${node.head}(${toText(node.nodes)})${toText(node.tail)}` : node.text.toLowerCase(),
    )
    .join(' ');

/** Returns all nodes at any depth, except those of subqueries. */
export function deep(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    isGroup(node) && !isQuery(node.nodes) ? [node, ...deep(node.nodes)] : [node],
  );
}

/** Returns the results of a CASE, and its conditions. */
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
