import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#domain/messages.ts';
import { LoadedDialog } from '#web/lib/loaded-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

const load = async () => (await import('./add-project-dialog.tsx')).AddProjectDialog;

export function AddProjectButton() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        look="plain"
        className="max-md:-me-2.5 max-md:-mt-2"
        icon={<FolderPlus size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {messages.labels.addProject}
      </Button>
      {isOpen && <LoadedDialog load={load} props={{ onClose: close }} onClose={close} />}
    </>
  );
}
