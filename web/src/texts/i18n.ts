import { setupI18n } from '@lingui/core';
import { LANGUAGE } from './locale.ts';

/** Values of a text's placeholders. Plurals need numbers; everything else is inserted as is. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Catalogues of the loaded code (`app.ts`, `pages.ts`, `settings.ts`). */
export const i18n = setupI18n({ locale: LANGUAGE, messages: { [LANGUAGE]: {} } });
