import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';

const load = async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog;

/** Mounts the upgrade dialog. */
export function UpgradeDialogSlot() {
  const { isOpen, close } = useUpgradeDialog();
  return isOpen && <LoadedDialog load={load} props={{}} onClose={close} />;
}
