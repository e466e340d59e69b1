import { useState } from 'react';
import { t } from '../../texts/later.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { LoadedDialog } from '../page/loaded-dialog.tsx';
import { useConfig } from '../server/use-config.ts';
import { useModelCheck } from './use-model-check.ts';

const load = async () => (await import('./check-models-dialog.tsx')).CheckModelsDialog;

/** Button for the model check, shown to the operator on the server's own computer only. */
export function CheckModels() {
  const ai = useConfig()?.ai;
  const [isOpen, setIsOpen] = useState(false);
  // Kept here, so that a check continues and its results stay while the dialog is closed.
  const check = useModelCheck();
  if (!ai?.checksModels) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <TextButton onPress={() => setIsOpen(true)}>{t('connect.check.open')}</TextButton>
      {isOpen && <LoadedDialog load={load} props={{ check, onClose: close }} onClose={close} />}
    </>
  );
}
