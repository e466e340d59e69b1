/** As much of an HTML tree as is read here. */
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

/** The words of a drawn table, row by row. The numbers of its citations are no part of a cell. */
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
