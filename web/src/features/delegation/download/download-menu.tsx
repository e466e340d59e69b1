import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import Printer from 'lucide-react/icons/printer';
import { useMemo, useState } from 'react';
import { toFileName } from '#domain/result-file-name.ts';
import type { Response } from '#domain/rows/response-row.ts';
import type { RunRecord } from '#domain/rows/run-row.ts';
import { useDateReader } from '#web/lib/dates/date-reader.ts';
import { copyText } from '#web/lib/device/copy-text.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { useConfigState } from '#web/lib/server/config.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { STACKED } from '#web/ui/controls/button-class.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuCheck } from '#web/ui/overlays/menu-check.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { KnownAddresses } from '../answer/links/known-addresses.ts';
import { plainLinks } from '../answer/links/plain-links.ts';
import type { Step } from '../answer/read-steps.ts';
import { useWithReceipt } from '../receipt/use-with-receipt.ts';
import { toDocument, toMarkdown } from './answer-document.ts';
import { type DatedStep, datedSteps } from './dated-steps.ts';
import { downloadAnswer } from './download-answer.ts';
import { wordGaps } from './plain-text.ts';
import { useMailResult } from './use-mail-result.ts';
import { writeFigures } from './write-figures.ts';

/** Download formats of a text. */
const TEXT_FORMATS = ['txt', 'md', 'docx', 'eml'] as const;
type TextFormat = (typeof TEXT_FORMATS)[number];

export interface TextDownload {
  runId: string;
  title: string;
  answer: Response;
  /** Undefined while its run is loading. */
  record: RunRecord | undefined;
  /** Addresses that links in it may point to. */
  known: KnownAddresses;
}

/** Saves the text of an answer. Rejects if the module that writes the format can't be loaded. */
async function downloadText(format: TextFormat, download: TextDownload, withReceipt: boolean): Promise<void> {
  const { title, answer, record, known } = download;
  const slip = record?.run.slip_number ?? null;
  if (format === 'txt') return downloadAnswer(title, answer, slip);
  const name = toFileName(title, new Date(answer.created_at), format);
  if (format === 'md')
    return saveText(name, toMarkdown(toDocument(title, answer, known, slip)), 'text/markdown');
  if (format === 'eml') {
    const { writeEml } = await import('./write-eml.ts');
    return saveText(name, writeEml(title, answer), 'message/rfc822');
  }
  const { toDocx } = await import('./docx/to-docx.ts');
  saveFile(name, await toDocx(download, withReceipt));
}

/** Saves things to do as a calendar. Rejects if the module that writes it can't be loaded. */
async function downloadCalendar(
  dated: readonly DatedStep[],
  { taskId, title, answer, record }: Pick<DownloadMenuProps, 'taskId' | 'title' | 'answer' | 'record'>,
): Promise<void> {
  const { writeIcs } = await import('./write-ics.ts');
  const answeredAt = new Date(answer.created_at);
  const slip = record?.run.slip_number ?? null;
  const text = writeIcs(dated, { taskId, title, answeredAt, slip });
  saveText(toFileName(title, answeredAt, 'ics'), text, 'text/calendar');
}

export interface DownloadMenuProps extends TextDownload {
  taskId: string;
  /** What the answer says could be done. */
  steps: readonly Step[];
}

/** Download button for the answer's own format, a menu of other formats and print, and a copy button. */
export function DownloadMenu({ runId, taskId, title, answer, steps, record, known }: DownloadMenuProps) {
  const slip = record?.run.slip_number ?? null;
  const [isBusy, setIsBusy] = useState(false);
  const readDates = useDateReader(
    steps.some(({ isProposed }) => isProposed),
    record?.run.language,
  );
  const dated = useMemo(
    () => datedSteps(steps, readDates, new Date(answer.created_at)),
    [steps, readDates, answer.created_at],
  );
  const save = (saving: Promise<void>) => {
    setIsBusy(true);
    saving
      .catch((error: unknown) => {
        logProblem('an answer could not be saved', error);
        notify.error(t('delegation.save_failed'));
      })
      .finally(() => setIsBusy(false));
  };
  const canMail = useConfigState(({ config }) => config?.mails === true);
  const { isOn: withReceipt, set: setWithReceipt } = useWithReceipt();
  const mailResult = useMailResult(runId, withReceipt);
  const isText = answer.files.length === 0;
  return (
    <>
      <span className="flex max-md:flex-1">
        <Button
          className="grow rounded-e-none! border-e-0!"
          icon={<Download size={16} aria-hidden />}
          busy={isBusy}
          onClick={() => save(downloadAnswer(title, answer, slip))}
        >
          {t('delegation.download')}
        </Button>
        <Menu
          trigger={
            <Button className="rounded-s-none! px-2!" aria-label={t('delegation.formats')}>
              <ChevronDown size={16} aria-hidden />
            </Button>
          }
        >
          {isText &&
            TEXT_FORMATS.map((format) => (
              <MenuItem
                key={format}
                icon={<FileText size={16} aria-hidden />}
                onSelect={() =>
                  save(downloadText(format, { runId, title, answer, record, known }, withReceipt))
                }
              >
                {t(`delegation.format.${format}`)}
              </MenuItem>
            ))}
          {dated.length > 0 && (
            <MenuItem
              icon={<CalendarDays size={16} aria-hidden />}
              onSelect={() => save(downloadCalendar(dated, { taskId, title, answer, record }))}
            >
              {t('delegation.format.ics')}
            </MenuItem>
          )}
          {canMail && (
            <MenuItem icon={<Mail size={16} aria-hidden />} onSelect={mailResult}>
              {t('delegation.mail')}
            </MenuItem>
          )}
          <MenuItem icon={<Printer size={16} aria-hidden />} onSelect={printAnswer}>
            {t('delegation.print')}
          </MenuItem>
          {isText && record && (
            <MenuCheck checked={withReceipt} onChange={setWithReceipt}>
              {t('delegation.with_receipt')}
            </MenuCheck>
          )}
        </Menu>
      </span>
      {isText && <CopyButton answer={answer} known={known} />}
    </>
  );
}

/** Waits until the menu has closed and restored focus: the print dialog blocks everything. */
function printAnswer(): void {
  setTimeout(() => window.print());
}

function CopyButton({ answer, known }: Pick<TextDownload, 'answer' | 'known'>) {
  const copy = () => {
    const { content, evidence } = answer;
    const text = wordGaps(plainLinks(writeFigures(content, evidence?.analysis), known), evidence);
    copyText(text).then(
      () => notify.success(t('delegation.copied')),
      (error: unknown) => {
        logProblem('the answer could not be copied', error);
        notify.error(t('delegation.copy_failed'));
      },
    );
  };
  return (
    <Button look="plain" className={STACKED} icon={<Copy size={16} aria-hidden />} onClick={copy}>
      {t('delegation.copy')}
    </Button>
  );
}
