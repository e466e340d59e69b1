import { useState } from 'react';
import { t } from '../../texts/later.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { LoadedDialog } from '../page/loaded-dialog.tsx';
import { useConfig } from '../server/use-config.ts';

const load = async () => (await import('./connect-model-dialog.tsx')).ConnectModelDialog;

/** Opens the dialog to connect a model; renders nothing if one is connected. */
export function ConnectModel() {
  const ai = useConfig()?.ai;
  const [isOpen, setIsOpen] = useState(false);
  if (!ai?.demo) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <TextButton onPress={() => setIsOpen(true)}>{t('connect.open')}</TextButton>
      {isOpen && (
        <LoadedDialog load={load} props={{ canLook: ai.findsLocalModels, onClose: close }} onClose={close} />
      )}
    </>
  );
}
