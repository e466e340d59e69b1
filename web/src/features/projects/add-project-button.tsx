import { FolderPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { messages } from '#domain/messages.ts';
import { Button } from '#web/ui/button.tsx';

const AddProjectDialog = lazy(async () => ({
  default: (await import('./add-project-dialog.tsx')).AddProjectDialog,
}));

export function AddProjectButton() {
  const [isOpen, setIsOpen] = useState(false);
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
      {isOpen && (
        <Suspense>
          <AddProjectDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
