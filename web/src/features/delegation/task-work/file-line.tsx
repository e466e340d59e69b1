import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/device/save-file.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/app.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { toSizeWords } from '../form/attachment-list.ts';
import type { TaskFile } from './use-task-work.ts';

/** A file of a task, attached or made, to download. */
export function FileLine({ file: { bucket, path, name, size, run_id } }: { file: TaskFile }) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { storage } = await supabase();
      const { data, error } = await storage.from(bucket).download(path);
      if (error) throw error;
      saveFile(name, data);
    } catch (error) {
      logProblem('a file of a task was not downloaded', error);
      notify.error(t('delegation.work.file_failed', { name }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line">
      <span dir="auto" className="min-w-0 truncate" title={name}>
        {name}
      </span>
      <span className="type-slip ms-auto shrink-0 text-text-3">
        {t(run_id === null ? 'delegation.work.attached' : 'delegation.work.made')}, {toSizeWords(size)}
      </span>
      <IconButton
        label={t('delegation.work.download', { name })}
        disabled={isBusy}
        onClick={() => void download()}
      >
        <Download size={16} aria-hidden />
      </IconButton>
    </li>
  );
}
