import { kindOfType, TABLE_KINDS, type TableKind } from '#domain/file-kinds.ts';
import type { FileWork } from '../../../files/file-work.ts';
import type { TableSource } from '../../../files/table-facts.ts';
import type { Effects } from '../../engine/effects.ts';
import { interpret } from '../../engine/interpret.ts';
import { drawScans } from '../../prompts/draw-scans.ts';
import { PAGE_EDGE, preparePicture } from '../../prompts/prepare-picture.ts';
import { type Tool, type ToolContext, ToolFailure, type ToolInput } from '../../tool.ts';
import { isPicture } from '../text/is-picture.ts';
import { dataAnalysisSpec } from './spec.ts';
import type { AnalysisFiles, AnalysisPicture } from './state.ts';

const DEADLINE = 10 * 60_000;
/** Maximum calls: ten pictures and ten scanned pages, three rounds of queries and the report, with retries. */
const CALLS = 60;
/** Scanned pages that are looked at, from the first. */
const SCANS_MAX = 10;

export interface DataAnalysisOptions {
  readonly effects: Effects;
  readonly fileWork: FileWork;
}

/**
 * Creates the tool that analyses tables: computed figures, a report that cites them, and everything they were computed
 * from.
 */
export function createDataAnalysisTool({ effects, fileWork }: DataAnalysisOptions): Tool {
  return {
    type: 'data_analysis',
    kind: effects.textModel.kind,
    calls: CALLS,
    deadline: DEADLINE,
    seesImages: effects.models.viewer !== null,
    readsScans: effects.models.viewer !== null,
    async run(input, context) {
      const files = await openFiles(input, { effects, fileWork }, context);
      return interpret(
        { spec: dataAnalysisSpec(files), effects: { ...effects, tables: fileWork }, deadline: DEADLINE },
        input,
        context,
      );
    },
  };
}

/** Anything else of text was stored as a table. */
const tableKindOf = (type: string): TableKind =>
  TABLE_KINDS.find((kind) => kind === kindOfType(type)) ?? 'csv';

async function openFiles(
  input: ToolInput,
  { effects, fileWork }: DataAnalysisOptions,
  context: ToolContext,
): Promise<AnalysisFiles> {
  if (input.files.length === 0) throw new ToolFailure('unusable_file', 'there is no file to analyse');
  const sources: TableSource[] = [];
  const pictures: AnalysisPicture[] = [];
  for (const file of input.files) {
    const { name, type, size, scans = 0 } = file;
    if (isPicture(file)) {
      const image = await preparePicture(fileWork, { file, edge: PAGE_EDGE }, context.signal);
      pictures.push({ name, image });
    } else {
      const kind = tableKindOf(type);
      const bytes = await file.read();
      const source = sources.push({ kind, name, bytes, country: input.about?.country ?? null }) - 1;
      const most = SCANS_MAX - pictures.filter(({ page }) => page).length;
      if (scans > 0 && effects.models.viewer !== null && most > 0)
        pictures.push(...(await scannedPages(fileWork, { name, bytes, source, most }, context.signal)));
    }
    context.onStep({ key: 'read_file', params: { name, size } });
  }
  return { sources, pictures };
}

interface ScannedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Index among the sources. */
  readonly source: number;
  readonly most: number;
}

async function scannedPages(
  fileWork: FileWork,
  { name, bytes, source, most }: ScannedFile,
  signal: AbortSignal,
): Promise<AnalysisPicture[]> {
  const { scanned } = await fileWork.readPdf(bytes, signal);
  const drawn = await drawScans(fileWork, { bytes, numbers: scanned.slice(0, most) }, signal);
  return drawn.map(({ number, picture }) => ({
    name: `${name}, page ${number}`,
    image: picture,
    page: { source, number },
  }));
}
