import Download from 'lucide-react/icons/download';
import { t } from '#web/texts/later.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { useFileDownload } from '../download/use-file-download.ts';
import { toSizeWords } from '../form/attachment-list.ts';
import type { TaskFile } from './use-task-work.ts';

/** A file of a task, attached or made, to download. */
export function FileLine({ file: { bucket, path, name, size, run_id } }: { file: TaskFile }) {
  const { isBusy, download } = useFileDownload({ bucket, path, name });
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line">
      <span dir="auto" className="min-w-0 truncate" title={name}>
        {name}
      </span>
      <span className="type-slip ms-auto shrink-0 text-text-3">
        {t(run_id === null ? 'delegation.work.attached' : 'delegation.work.made')}, {toSizeWords(size)}
      </span>
      <IconButton label={t('delegation.work.download', { name })} disabled={isBusy} onClick={download}>
        <Download size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
