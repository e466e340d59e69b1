import { useQueryClient } from '@tanstack/react-query';
import { restoreItem } from '#web/lib/server/restore-item.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

/** In the form of a task that was deleted elsewhere. The toast says so too, but a form keeps the keyboard inside. */
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
