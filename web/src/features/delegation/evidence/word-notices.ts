import * as z from 'zod/mini';
import type { Response } from '#web/lib/server/rows.ts';
import { t } from '#web/texts/app.ts';
import { toLanguageName } from '../progress/word-step.ts';

const points = z.object({ open: z.number(), of: z.number() });
const inLanguage = z.object({ language: z.string() });
const pages = z.object({ of: z.number(), pages: z.string() });
const scaled = z.object({
  width: z.number(),
  height: z.number(),
  to_width: z.number(),
  to_height: z.number(),
});
const names = z.object({ names: z.string() });
const cutFile = z.object({ name: z.string(), percent: z.number() });
const encodedFile = z.object({ name: z.string(), encoding: z.string() });
const filePages = z.object({ name: z.string(), of: z.number(), pages: z.string() });
const notes = z.object({ shown: z.number(), of: z.number() });
const left = z.object({ count: z.number() });
const unsearched = z.object({ queries: z.array(z.string()) });
const unreadPages = z.object({ addresses: z.array(z.string()) });
const sections = z.object({ found: z.number(), of: z.number() });

/** What a reader of an answer has to know first, in words, each once. What only a newer page knows is left out. */
export const wordNotices = (notices: Response['notices']): string[] => [
  ...new Set(notices.flatMap((notice) => wordNotice(notice) ?? [])),
];

function wordNotice({ key, params }: Response['notices'][number]): string | undefined {
  switch (key) {
    case 'cut_short':
      return t('delegation.notice.cut_short');
    case 'other_language': {
      const found = inLanguage.safeParse(params).data;
      return found && t('delegation.notice.other_language', { language: toLanguageName(found.language) });
    }
    case 'pages_not_read': {
      const missing = pages.safeParse(params).data;
      return missing && t('delegation.notice.pages_not_read', missing);
    }
    case 'pages_read_in_part': {
      const parts = pages.safeParse(params).data;
      return parts && t('delegation.notice.pages_read_in_part', parts);
    }
    case 'pages_by_ocr': {
      const recognised = pages.safeParse(params).data;
      return recognised && t('delegation.notice.pages_by_ocr', recognised);
    }
    case 'scaled_down': {
      const sizes = scaled.safeParse(params).data;
      return sizes && t('delegation.notice.scaled_down', sizes);
    }
    case 'missing_sections': {
      const counted = sections.safeParse(params).data;
      return counted && t('delegation.notice.missing_sections', counted);
    }
    case 'read_by_model': {
      const read = names.safeParse(params).data;
      return read && t('delegation.notice.read_by_model', read);
    }
    case 'pictures_not_read': {
      const unread = names.safeParse(params).data;
      return unread && t('delegation.notice.pictures_not_read', unread);
    }
    case 'pictures_cut': {
      const cut = names.safeParse(params).data;
      return cut && t('delegation.notice.pictures_cut', cut);
    }
    case 'file_cut': {
      const beginning = cutFile.safeParse(params).data;
      return beginning && t('delegation.notice.file_cut', beginning);
    }
    case 'file_encoding': {
      const guessed = encodedFile.safeParse(params).data;
      return guessed && t('delegation.notice.file_encoding', guessed);
    }
    case 'notes_left_out': {
      const counted = notes.safeParse(params).data;
      return counted && t('delegation.notice.notes_left_out', counted);
    }
    case 'file_pages_not_read': {
      const blank = filePages.safeParse(params).data;
      return blank && t('delegation.notice.file_pages_not_read', blank);
    }
    case 'sentences_left_out': {
      const out = left.safeParse(params).data;
      return out && t('delegation.notice.sentences_left_out', out);
    }
    case 'points_open': {
      const counted = points.safeParse(params).data;
      return counted && t('delegation.notice.points_open', counted);
    }
    case 'not_searched': {
      const out = unsearched.safeParse(params).data;
      return (
        out &&
        t('delegation.notice.not_searched', {
          queries: out.queries.map((query) => t('delegation.sent.query', { query })).join(', '),
        })
      );
    }
    case 'addresses_not_read': {
      const { addresses } = unreadPages.safeParse(params).data ?? {};
      return (
        addresses &&
        t('delegation.notice.addresses_not_read', {
          count: addresses.length,
          addresses: addresses.join(', '),
        })
      );
    }
    case 'demo':
      return t('delegation.notice.demo');
    default:
      return undefined;
  }
}
