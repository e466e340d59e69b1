import { DEMO_LABEL } from '#domain/demo/demo-label.ts';
import type { StoredLine } from '#domain/line.ts';
import { type RunNotice, runNotice } from '#domain/run/run-notices.ts';
import { t } from '#web/texts/later.ts';
import { toLanguageName } from '../progress/word-step.ts';
import { wordQuery } from '../progress/word-tool-step.ts';
import { withUnit } from '../with-unit.ts';

/** Notices of an answer in words, without duplicates and without those of a newer server. */
export const wordNotices = (stored: readonly StoredLine[]): string[] => {
  const notices = stored.flatMap((notice) => runNotice.safeParse(notice).data ?? []);
  return [...new Set(notices.map(wordNotice))];
};

function wordNotice({ key, params }: RunNotice): string {
  switch (key) {
    case 'cut_short':
      return t('delegation.notice.cut_short');
    case 'other_language':
      return t('delegation.notice.other_language', { language: toLanguageName(params.language) });
    case 'pages_not_read':
      return t('delegation.notice.pages_not_read', withUnit(params));
    case 'pages_read_in_part':
      return t('delegation.notice.pages_read_in_part', withUnit(params));
    case 'letters_not_read':
      return t('delegation.notice.letters_not_read', params);
    case 'pages_by_ocr':
      return t('delegation.notice.pages_by_ocr', params);
    case 'scaled_down':
      return t('delegation.notice.scaled_down', params);
    case 'missing_sections':
      return t('delegation.notice.missing_sections', params);
    case 'read_by_model':
      return t('delegation.notice.read_by_model', params);
    case 'pictures_not_read':
      return t('delegation.notice.pictures_not_read', params);
    case 'pictures_cut':
      return t('delegation.notice.pictures_cut', params);
    case 'file_cut':
      return t('delegation.notice.file_cut', params);
    case 'file_encoding':
      return t('delegation.notice.file_encoding', params);
    case 'notes_left_out':
      return t('delegation.notice.notes_left_out', params);
    case 'file_pages_not_read':
      return t('delegation.notice.file_pages_not_read', params);
    case 'attachments_not_opened':
      return t('delegation.notice.attachments_not_opened', params);
    case 'sentences_left_out':
      return t('delegation.notice.sentences_left_out', params);
    case 'points_open':
      return t('delegation.notice.points_open', params);
    case 'not_searched':
      return t('delegation.notice.not_searched', { queries: params.queries.map(wordQuery).join(', ') });
    case 'addresses_not_read':
      return t('delegation.notice.addresses_not_read', {
        count: params.addresses.length,
        addresses: params.addresses.join(', '),
      });
    case 'demo':
      return DEMO_LABEL;
  }
}
