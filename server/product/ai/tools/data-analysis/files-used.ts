import { type AnalysisState, isAnswered } from './state.ts';
import { isName, isOne, tokensOf } from './typed-figures/sql-nodes.ts';

/** Names of the files whose tables queries with a result have read. */
export function filesUsed({ asked, tables }: Pick<AnalysisState, 'asked' | 'tables'>): string[] {
  const read = new Set(asked.filter(isAnswered).flatMap(({ sql }) => tablesIn(sql)));
  const used = (tables ?? []).filter(({ name }) => read.has(name.toLowerCase()));
  return [...new Set(used.map(({ file }) => file))];
}

/** Names in places where SQL has tables, columns after a comma among them: a file is rather taken for used. */
function tablesIn(sql: string): string[] {
  const tokens = tokensOf(sql);
  return tokens
    .filter((token, at) => isName(token) && isOne(tokens[at - 1], 'from', 'join', ','))
    .map(({ text }) => text.toLowerCase());
}
