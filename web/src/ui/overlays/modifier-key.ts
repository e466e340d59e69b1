import { t } from '#web/texts/app.ts';

/** What the key is called that makes a letter a command. */
export const MODIFIER_KEY =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('ui.key.ctrl');
