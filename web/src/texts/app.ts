import auth from './en/auth.json' with { type: 'json' };
import credits from './en/credits.json' with { type: 'json' };
import delegation from './en/delegation.json' with { type: 'json' };
import examples from './en/examples.json' with { type: 'json' };
import projects from './en/projects.json' with { type: 'json' };
import search from './en/search.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import tasks from './en/tasks.json' with { type: 'json' };
import tools from './en/tools.json' with { type: 'json' };
import trash from './en/trash.json' with { type: 'json' };
import ui from './en/ui.json' with { type: 'json' };
import { i18n, type TextValues } from './i18n.ts';
import { LANGUAGE } from './locale.ts';

const texts = {
  ...auth,
  ...credits,
  ...delegation,
  ...examples,
  ...projects,
  ...search,
  ...shell,
  ...tasks,
  ...tools,
  ...trash,
  ...ui,
};

export type TextId = keyof typeof texts;

i18n.load(LANGUAGE, texts);

/** A text of what the dashboard starts with, and of parts that every page shares. */
export const t = (id: TextId, values?: TextValues): string => i18n._(id, values);
