/** The part of a hast node that is read here. */
export interface TableNode {
  type: string;
  tagName?: string;
  value?: string;
  children?: readonly TableNode[];
}

export interface TableCells {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Text of a rendered table, row by row, without citation numbers. */
export function toTableCells(table: TableNode): TableCells {
  const [columns = [], ...rows] = rowsOf(table).map((row) =>
    (row.children ?? []).filter(isCell).map((cell) => textOf(cell).replace(/\s+/g, ' ').trim()),
  );
  return { columns, rows };
}

const isCell = ({ tagName }: TableNode): boolean => tagName === 'th' || tagName === 'td';

function rowsOf(node: TableNode): TableNode[] {
  return node.tagName === 'tr' ? [node] : (node.children ?? []).flatMap(rowsOf);
}

function textOf({ tagName, value, children = [] }: TableNode): string {
  if (tagName === 'cite') return '';
  return tagName === 'br' ? ' ' : (value ?? children.map(textOf).join(''));
}
