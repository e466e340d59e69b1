import type { ContractOutcome, MissedPromise } from '#domain/contract/contract-outcome.ts';
import type { RunContract } from '#domain/contract/run-contract.ts';
import { language } from '#domain/languages.ts';
import { t } from '#web/texts/later.ts';
import { LANGUAGE } from '#web/texts/locale.ts';

/** Says in one line, or a few, what a run will bring or has brought. */
export function wordContract(contract: RunContract): readonly string[] {
  return [wordWhat(contract), ...wordPages(contract), ...wordPoints(contract)];
}

/** Only a text with sources is read by a second model, which looks for its points. */
function wordPoints({ points, cites }: RunContract): readonly string[] {
  if (points.length === 0) return [];
  const asked = { points: listOf(points) };
  return [cites ? t('delegation.contract.points', asked) : t('delegation.contract.points_asked', asked)];
}

function wordWhat({ form, language: code, words, files, picture }: RunContract): string {
  const asked = {
    language: code === null ? '' : language(code).englishName,
    most: words?.most ?? 0,
    files: files.length,
  };
  switch (form) {
    case 'answer':
      return t('delegation.contract.answer', asked);
    case 'argument':
      return t('delegation.contract.argument', asked);
    case 'report':
      return t('delegation.contract.report', asked);
    case 'links':
      return t('delegation.contract.links', asked);
    case 'analysis':
      return t('delegation.contract.analysis', asked);
    case 'summary':
      return t('delegation.contract.summary', asked);
    case 'picture':
      return picture === null ? '' : wordPicture(picture);
  }
}

/** Which pages of a PDF are read, once they are counted. */
function wordPages({ pages, extent }: RunContract): readonly string[] {
  if (extent === undefined) return [];
  const { upTo, of, lookedAt = 0 } = extent;
  const part = lookedAt < of ? 'first' : 'all';
  if (pages === null) return [t('delegation.contract.pages_looked_at', { of, lookedAt, part })];
  if (upTo < of)
    return [t('delegation.contract.pages_up_to', { upTo, of, without: upTo - pages - lookedAt })];
  return [
    pages < of
      ? t('delegation.contract.pages_with_text', { pages, of, lookedAt })
      : t('delegation.contract.pages_all', { of }),
  ];
}

function wordPicture({ format, size, isTransparent }: NonNullable<RunContract['picture']>): string {
  const file = { format: format.toUpperCase(), background: isTransparent ? 'transparent' : 'opaque' };
  return size === null
    ? t('delegation.contract.picture_same', file)
    : t('delegation.contract.picture', { ...file, ...size });
}

/** The part of the receipt about a kept contract. */
export function wordPromise(
  contract: RunContract,
  { words, missed }: ContractOutcome,
): { readonly heading: string; readonly lines: readonly string[] } {
  const kept = missed.length === 0 ? [t('delegation.contract.kept', { words: words ?? 0 })] : [];
  return {
    heading: t('delegation.contract.promised'),
    lines: [...wordContract(contract), ...kept, ...missed.map(wordMissed)],
  };
}

function wordMissed({ key, params }: MissedPromise): string {
  switch (key) {
    case 'words':
      return t('delegation.contract.missed.words', params);
    case 'language':
      return t('delegation.contract.missed.language');
    case 'sections':
      return t('delegation.contract.missed.sections', params);
    case 'pages':
      return t('delegation.contract.missed.pages', params);
    case 'files':
      return t('delegation.contract.missed.files', { files: listOf(params.files) });
    case 'points':
      return t('delegation.contract.missed.points', { points: listOf(params.points) });
    case 'points_unchecked':
      return t('delegation.contract.missed.points_unchecked', { points: listOf(params.points) });
  }
}

const LIST = new Intl.ListFormat(LANGUAGE, { style: 'short', type: 'unit' });
const listOf = (names: readonly string[]): string => LIST.format(names);
