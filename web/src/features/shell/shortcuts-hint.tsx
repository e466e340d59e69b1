import { useIsFromFile } from '#web/lib/device/use-is-from-file.ts';
import { t } from '#web/texts/app.ts';
import { useLetterKeys } from './letter-keys.ts';
import { useShortcutsDialog } from './open-shortcuts.ts';

/** Link to the list of shortcuts, at the foot of the sidebar. */
export function ShortcutsHint() {
  const open = useShortcutsDialog((state) => state.open);
  const isOn = useLetterKeys((state) => state.isOn);
  // Known to this device only, not when the page's file was made.
  const isFromFile = useIsFromFile();
  return (
    <button
      type="button"
      onClick={open}
      className="type-meta flex h-8 w-full items-center justify-between gap-2 rounded-control px-2 text-text-3 hover:bg-well hover:text-text"
    >
      {t('shell.keys.title')}
      {isOn && !isFromFile && <kbd aria-hidden>?</kbd>}
    </button>
  );
}
