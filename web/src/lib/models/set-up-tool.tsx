import { useState } from 'react';
import type { ToolLack } from '#domain/ai-task.ts';
import { t } from '../../texts/later.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { LoadedDialog } from '../page/loaded-dialog.tsx';
import { useConfig } from '../server/use-config.ts';

const load = async () => (await import('./set-up-tool-dialog.tsx')).SetUpToolDialog;

/** What a tool needs. On the server's own computer, a link that says how to set it up. */
export function SetUpTool({ lacks }: { lacks: ToolLack }) {
  const ai = useConfig()?.ai;
  const [isOpen, setIsOpen] = useState(false);
  const words = t(`connect.lacks.${lacks}`);
  if (!ai?.checksModels && !ai?.findsLocalModels) return words;
  const close = () => setIsOpen(false);
  return (
    <>
      <TextButton alone onPress={() => setIsOpen(true)}>
        {words}
      </TextButton>
      {isOpen && <LoadedDialog load={load} props={{ lacks, onClose: close }} onClose={close} />}
    </>
  );
}
