import { useState } from 'react';
import { saveFile } from '#web/lib/device/save-file.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/later.ts';
import { fetchFile } from './download-answer.ts';

interface NamedFile {
  readonly bucket: string;
  readonly path: string;
  readonly name: string;
}

/** Saves a stored file under its own name; a toast says if that fails. */
export function useFileDownload(file: NamedFile): { isBusy: boolean; download: () => void } {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(file.name, await fetchFile(file));
    } catch (error) {
      logProblem('a stored file was not downloaded', error);
      notify.error(t('delegation.work.file_failed', { name: file.name }));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, download: () => void download() };
}
