import { t } from '#web/texts/soon.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { type Doomed, useDeleteForever } from './use-trash.ts';

interface DeleteForeverDialogProps {
  doomed: Doomed;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms a permanent deletion. Stays open until the server has confirmed. */
export function DeleteForeverDialog({ doomed, onClose, onDeleted }: DeleteForeverDialogProps) {
  const { mutate, isPending } = useDeleteForever(onDeleted);
  return (
    <FormDialog
      damage
      width="s"
      title={t('trash.confirm.title')}
      cancelLabel={t('trash.cancel')}
      submitLabel={t('trash.delete')}
      busyLabel={t('trash.deleting')}
      busy={isPending}
      onSubmit={() => mutate(doomed)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {doomed.kind === 'one'
          ? t('trash.confirm.one', { title: doomed.item.title, kind: doomed.item.kind })
          : t('trash.confirm.all', { count: doomed.count })}
      </p>
    </FormDialog>
  );
}
