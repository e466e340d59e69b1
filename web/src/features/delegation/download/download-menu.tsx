import { ChevronDown, Copy, Download, FileText, Printer } from 'lucide-react';
import { useState } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import type { Response } from '#web/lib/server/rows.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { KnownAddresses } from '../answer/known-addresses.ts';
import { plainLinks } from '../answer/plain-links.ts';
import { downloadAnswer } from './download-answer.ts';
import { downloadText, TEXT_FORMATS } from './download-text.ts';
import { wordGaps } from './plain-text.ts';
import { writeFigures } from './write-figures.ts';

interface DownloadMenuProps {
  title: string;
  answer: Response;
  /** The language it was asked for in. */
  language: string;
  /** Where links in it may lead. */
  known: KnownAddresses;
}

/** The ways to take an answer along: one press for its own format, a menu for the others, paper, and the clipboard. */
export function DownloadMenu({ title, answer, language, known }: DownloadMenuProps) {
  const [isBusy, setIsBusy] = useState(false);
  const save = (saving: Promise<void>) => {
    setIsBusy(true);
    saving
      .catch((error: unknown) => {
        logProblem('an answer could not be saved', error);
        notify.error(t('delegation.save_failed'));
      })
      .finally(() => setIsBusy(false));
  };
  const isText = answer.files.length === 0;
  return (
    <>
      <span className="flex max-md:flex-1">
        <Button
          className="grow rounded-e-none! border-e-0!"
          icon={<Download size={16} aria-hidden />}
          busy={isBusy}
          onClick={() => save(downloadAnswer(title, answer))}
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
                onSelect={() => save(downloadText(format, { title, answer, language, known }))}
              >
                {t(`delegation.format.${format}`)}
              </MenuItem>
            ))}
          <MenuItem icon={<Printer size={16} aria-hidden />} onSelect={printAnswer}>
            {t('delegation.print')}
          </MenuItem>
        </Menu>
      </span>
      {isText && <CopyButton answer={answer} known={known} />}
    </>
  );
}

/** When the menu has gone and given the focus back: the dialog of the browser stops everything. */
function printAnswer(): void {
  setTimeout(() => window.print());
}

function CopyButton({ answer, known }: Pick<DownloadMenuProps, 'answer' | 'known'>) {
  const copy = () => {
    const { content, evidence } = answer;
    const text = wordGaps(plainLinks(writeFigures(content, evidence?.analysis), known), evidence);
    navigator.clipboard.writeText(text).then(
      () => notify.success(t('delegation.copied')),
      (error: unknown) => {
        logProblem('the answer could not be copied', error);
        notify.error(t('delegation.copy_failed'));
      },
    );
  };
  return (
    <Button
      look="plain"
      className="max-md:flex-none! max-md:border-line-strong max-md:px-3.5!"
      icon={<Copy size={16} aria-hidden />}
      onClick={copy}
    >
      <span className="max-md:sr-only">{t('delegation.copy')}</span>
    </Button>
  );
}
