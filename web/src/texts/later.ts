// Loads the texts of the app's first view too, and of what opens over it, since what opens later shows all.
import './soon.ts';
import auth from './en/auth.later.json' with { type: 'json' };
import checkout from './en/checkout.json' with { type: 'json' };
import connect from './en/connect.json' with { type: 'json' };
import delegation from './en/delegation.later.json' with { type: 'json' };
import mailbox from './en/mailbox.json' with { type: 'json' };
import projects from './en/projects.later.json' with { type: 'json' };
import testCheckout from './en/test_checkout.json' with { type: 'json' };
import { i18n, type TextValues } from './i18n.ts';
import { LANGUAGE } from './locale.ts';
import type { TextId as SoonTextId } from './soon.ts';

const texts = { ...auth, ...checkout, ...connect, ...delegation, ...mailbox, ...projects, ...testCheckout };

export type TextId = SoonTextId | keyof typeof texts;

i18n.load(LANGUAGE, texts);

/** A text of what the dashboard doesn't start with: dialogs, answers, other pages, the sign-in pages. */
export const t = (id: TextId, values?: TextValues): string => i18n._(id, values);
