// Loads the app's texts too, since the settings show both.
import './later.ts';
import security from './en/security.json';
import settings from './en/settings.json';
import { i18n, type TextValues } from './i18n.ts';
import type { TextId as AppTextId } from './later.ts';
import { LANGUAGE } from './locale.ts';

const texts = { ...security, ...settings };

export type TextId = AppTextId | keyof typeof texts;

i18n.load(LANGUAGE, texts);

/** A text of the settings, or of the app. Other pages don't load the former. */
export const t = (id: TextId, values?: TextValues): string => i18n._(id, values);
