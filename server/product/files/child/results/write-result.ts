import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { FileJobResults, WriteResultJob } from '../../file-job.ts';
import { breakLongWords } from './break-long-words.ts';
import { fontsFor } from './fonts.ts';
import { placeCharts } from './place-charts.ts';
import { countCells, shortenTables } from './shorten-tables.ts';
import { wordResult } from './word-result.ts';

/** Which sets the pages; it's given data alone. */
const TEMPLATE = fileURLToPath(new URL('./result.typ', import.meta.url));

/** Cells from which on the structure for screen readers is left out: with it, a long table takes twice the memory. */
const MOST_TAGGED = 5_000;

/** Sets a stored result as a PDF. Throws if it's no result, or can't be set. */
export function writeResult({ result }: WriteResultJob): FileJobResults['write_result'] {
  const { body, receipt, drawCharts, ...words } = wordResult(result);
  const short = shortenTables(body);
  // Labels of charts are in their tables, too.
  const fonts = fontsFor(JSON.stringify([words, short, receipt]), words.language);
  const doc = JSON.stringify({
    ...words,
    body: placeCharts(breakLongWords(short), drawCharts(fonts.ofPictures)),
    receipt: breakLongWords(receipt),
  });
  // Gives back what reading a long answer took: some 250 MB that the compiler would come on top of.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const compiler = NodeCompiler.create({
    workspace: dirname(TEMPLATE),
    fontArgs: [{ fontBlobs: fonts.files }],
    inputs: { doc, fonts: JSON.stringify(fonts.families) },
  });
  const compiled = compiler.compile({ mainFileContent: readFileSync(TEMPLATE, 'utf8') });
  const pages = compiled.result;
  if (!pages) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics));
  return {
    bytes: compiler.pdf(pages, { pdfTags: countCells(short) < MOST_TAGGED }),
    pages: pages.numOfPages,
  };
}
