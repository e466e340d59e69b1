import { setupI18n } from '@lingui/core';
import { LANGUAGE } from './locale.ts';

/** What a text's placeholders stand for. Plurals read numbers, everything else is written as it is. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The catalogues that the loaded code has brought along (`app.ts`, `pages.ts`, `settings.ts`). */
export const i18n = setupI18n({ locale: LANGUAGE, messages: { [LANGUAGE]: {} } });
