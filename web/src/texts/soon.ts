// Loads the texts of the app's first view too, since what opens over it shows both.
import './app.ts';
import type { TextId as AppTextId } from './app.ts';
import credits from './en/credits.later.json' with { type: 'json' };
import examples from './en/examples.later.json' with { type: 'json' };
import search from './en/search.later.json' with { type: 'json' };
import shell from './en/shell.later.json' with { type: 'json' };
import tasks from './en/tasks.later.json' with { type: 'json' };
import trash from './en/trash.later.json' with { type: 'json' };
import { i18n, type TextValues } from './i18n.ts';
import { LANGUAGE } from './locale.ts';

const texts = { ...credits, ...examples, ...search, ...shell, ...tasks, ...trash };

export type TextId = AppTextId | keyof typeof texts;

i18n.load(LANGUAGE, texts);

/** A text of what opens over the dashboard without an answer: few, and fetched when the first view is there. */
export const t = (id: TextId, values?: TextValues): string => i18n._(id, values);
