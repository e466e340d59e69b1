import { LoadedDialog } from '#web/lib/loaded-dialog.tsx';
import { useUpgradeDialog } from '#web/lib/upgrade-dialog.ts';

const load = async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog;

/** Where Upgrade Your Plan opens. */
export function UpgradeDialogSlot() {
  const { isOpen, close } = useUpgradeDialog();
  return isOpen && <LoadedDialog load={load} props={{}} onClose={close} />;
}
