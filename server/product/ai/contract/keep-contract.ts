import type { ContractOutcome, MissedPromise } from '#domain/contract/contract-outcome.ts';
import type { RunContract } from '#domain/contract/run-contract.ts';
import { MIME_TYPES } from '#domain/file-kinds.ts';
import { ToolFailure, type ToolOutput, type ToolTask } from '../tool.ts';
import { brokenPromises } from './broken-promises.ts';
import { countWords, mentionsPoint } from './words-of.ts';

/** An output whose contract is kept. Null: it has none, as in the demo. */
export type KeptOutput = ToolOutput & { readonly contract: ContractOutcome | null };

/**
 * Compares what a tool delivers with what its run has promised. A broken promise ends the run without a result, and a
 * part that is missing is told. The tool has had its chance to mend it.
 */
export function keepContract(
  contract: RunContract | null,
  output: ToolOutput,
  { title }: Pick<ToolTask, 'title'>,
): KeptOutput {
  if (contract === null) return { ...output, contract: null };
  const broken =
    contract.picture === null ? brokenOfText(contract, output, title) : brokenOfPicture(contract, output);
  if (broken.length > 0)
    throw new ToolFailure('not_as_promised', `the result breaks its contract: ${broken.join(', ')}`);
  const outcome: ContractOutcome = {
    kept: true,
    words: contract.language === null ? null : countWords(textOf(output), contract.language),
    missed: missedOf(contract, output),
  };
  return { ...output, contract: outcome };
}

const textOf = ({ written, content }: ToolOutput): string => written ?? content;

/** Share of the pages that a summary must rest on. */
const ENOUGH_PAGES = 0.5;

function brokenOfText(contract: RunContract, output: ToolOutput, title: string): string[] {
  const { evidence } = output;
  const sources = output.restsOn ?? evidence?.sources.length ?? 0;
  const broken: string[] = brokenPromises(contract, { text: textOf(output), sources }, title);
  if (contract.pages !== null && (evidence?.pages_read ?? 0) < contract.pages * ENOUGH_PAGES)
    broken.push('pages');
  return broken;
}

function brokenOfPicture({ picture }: RunContract, { files = [] }: ToolOutput): string[] {
  if (picture === null) return [];
  const [file, ...others] = files;
  if (!file || others.length > 0) return ['form'];
  const { size, format } = picture;
  const isOtherSize = size !== null && (file.width !== size.width || file.height !== size.height);
  return [...(isOtherSize ? ['size'] : []), ...(file.type === MIME_TYPES[format] ? [] : ['format'])];
}

function missedOf(contract: RunContract, output: ToolOutput): MissedPromise[] {
  const { language, words, pages, files } = contract;
  const missed: MissedPromise[] = [];
  const count = language === null ? 0 : countWords(textOf(output), language);
  if (words && count > words.most * TOLERANCE)
    missed.push({ key: 'words', params: { words: count, most: words.most } });
  for (const { key, params } of output.notices) {
    if (key === 'other_language') missed.push({ key: 'language', params: {} });
    if (key === 'missing_sections') missed.push({ key: 'sections', params });
  }
  const read = output.evidence?.pages_read ?? 0;
  if (pages !== null && read < pages) missed.push({ key: 'pages', params: { read, of: pages } });
  const { filesUsed } = output;
  const unused = filesUsed === undefined ? [] : files.filter((name) => !filesUsed.includes(name));
  if (unused.length > 0) missed.push({ key: 'files', params: { files: unused } });
  return [...missed, ...missedPoints(contract, output)];
}

/** Nobody minds a few words more. */
const TOLERANCE = 1.2;

/**
 * A second reader decides whether a point is answered. Without one, its words in one sentence count, also of a heading
 * and of "nothing was found about it".
 */
function missedPoints({ points, language }: RunContract, output: ToolOutput): MissedPromise[] {
  const missing = points.filter((point) => output.covered?.get(point) === false);
  const unread = points.filter((point) => output.covered?.get(point) === undefined);
  const unchecked = unread.filter((point) => !mentionsPoint(textOf(output), point, language ?? 'en'));
  return [
    ...(missing.length > 0 ? [{ key: 'points', params: { points: missing } } as const] : []),
    ...(unchecked.length > 0 ? [{ key: 'points_unchecked', params: { points: unchecked } } as const] : []),
  ];
}
