import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useShortcutsDialog } from './open-shortcuts.ts';

const load = async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog;

/** Mounts the shortcut list. */
export function ShortcutsSlot() {
  const { isOpen, close } = useShortcutsDialog();
  return isOpen && <LoadedDialog load={load} props={{ onClose: close }} onClose={close} />;
}
