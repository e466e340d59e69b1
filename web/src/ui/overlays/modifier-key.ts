import { t } from '#web/texts/app.ts';

/** Name of the command modifier on this platform. */
export const MODIFIER_KEY =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('ui.key.ctrl');
