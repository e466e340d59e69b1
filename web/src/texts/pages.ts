import landing from './en/landing.json';
import packs from './en/packs.json';
import policies from './en/policies.json';
import pricing from './en/pricing.json';
import publicPages from './en/public.json';
import redeem from './en/redeem.json';
import tools from './en/tools.json';
import { i18n, type TextValues } from './i18n.ts';
import { LANGUAGE } from './locale.ts';

const texts = { ...landing, ...packs, ...policies, ...pricing, ...publicPages, ...redeem, ...tools };

export type TextId = keyof typeof texts;

i18n.load(LANGUAGE, texts);

/** A text of the public pages. The app doesn't load these. */
export const t = (id: TextId, values?: TextValues): string => i18n._(id, values);
