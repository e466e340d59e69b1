/** A process whose child works on a query without an end, to be killed when it has said `loaded`. */
import { inChild } from '#server/product/files/in-child.ts';

const rows = Array.from({ length: 300 }, (_row, at) => `r${at},${at}`).join('\n');
const source = { kind: 'csv', name: 'data.csv', bytes: Buffer.from(`name,n\n${rows}\n`) } as const;
const query = 'select count(*) from data a, data b, data c, data d, data e';
await inChild(
  { act: 'query_tables', sources: [source], queries: [query] },
  {
    stop: new AbortController().signal,
    given: undefined,
    memory: 1024 ** 3,
    computing: 3_000,
    onPart: (part) => void process.stdout.write(`${String(part)}\n`),
  },
);
