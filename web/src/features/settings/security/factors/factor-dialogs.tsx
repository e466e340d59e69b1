import { useQueryClient } from '@tanstack/react-query';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import type { ShownFactor } from './factor-list.ts';

/** Which of the section's dialogs is open, and its subject. */
export type OpenDialog =
  | { readonly kind: 'add_app' | 'add_key' | 'add_phone'; readonly name: string; readonly hasCodes: boolean }
  | { readonly kind: 'codes'; readonly hasCodes: boolean }
  | { readonly kind: 'remove'; readonly factor: ShownFactor; readonly isLast: boolean };

const loadAddApp = async () => (await import('./add-app-dialog.tsx')).AddAppDialog;
const loadAddKey = async () => (await import('./add-key-dialog.tsx')).AddKeyDialog;
const loadAddPhone = async () => (await import('./add-phone-dialog.tsx')).AddPhoneDialog;
const loadCodes = async () => (await import('./new-codes-dialog.tsx')).NewCodesDialog;
const loadRemove = async () => (await import('./remove-factor-dialog.tsx')).RemoveFactorDialog;

/** Dialogs, loaded when they open. */
export function FactorDialogs({ open, onClose }: { open: OpenDialog | null; onClose: () => void }) {
  const client = useQueryClient();
  const onChanged = () => {
    void client.invalidateQueries({ queryKey: queryKeys.account });
    // Sessions that hadn't verified the factor were signed out.
    void client.invalidateQueries({ queryKey: queryKeys.sessions });
  };
  const shared = { onClose, onChanged };
  switch (open?.kind) {
    case undefined:
      return null;
    case 'add_app':
      return <LoadedDialog load={loadAddApp} props={{ ...open, ...shared }} onClose={onClose} />;
    case 'add_key':
      return <LoadedDialog load={loadAddKey} props={{ ...open, ...shared }} onClose={onClose} />;
    case 'add_phone':
      return <LoadedDialog load={loadAddPhone} props={{ ...open, ...shared }} onClose={onClose} />;
    case 'codes':
      return <LoadedDialog load={loadCodes} props={{ ...open, ...shared }} onClose={onClose} />;
    case 'remove':
      return <LoadedDialog load={loadRemove} props={{ ...open, ...shared }} onClose={onClose} />;
  }
}
