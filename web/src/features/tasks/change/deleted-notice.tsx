import { useQueryClient } from '@tanstack/react-query';
import { restoreItem } from '#web/lib/server/restore-item.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

/** Shown in the form of a task deleted elsewhere. A toast says so too, but the form traps focus. */
export function DeletedNotice({ id }: { id: string }) {
  const client = useQueryClient();
  return (
    <InlineError
      action={
        <Button look="plain" size="s" onClick={() => void restoreItem(client, 'task', id)}>
          {t('trash.restore')}
        </Button>
      }
    >
      {t('tasks.deleted_elsewhere')}
    </InlineError>
  );
}
