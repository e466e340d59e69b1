import Download from 'lucide-react/icons/download';
import PackageOpen from 'lucide-react/icons/package-open';
import { useState } from 'react';
import type { AccountExport } from '#domain/functions/answers.ts';
import { logProblem } from '#web/lib/log.ts';
import { LoadedDialog } from '#web/lib/page/loaded-dialog.tsx';
import { notify } from '#web/lib/page/toast.ts';
import { LANGUAGE } from '#web/texts/locale.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { toMoment } from '../moments.ts';
import { SectionQuery } from '../section-query.tsx';
import { isProofNeeded, proofFailure } from './owner-proof.ts';
import { isAtWork, useDownload, type useExport } from './use-export.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in decimal units, as devices do: 4.2 MB. */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0,
  }).format(amount);
}

const load = async () => (await import('./export-proof-dialog.tsx')).ExportProofDialog;

interface ExportPartProps {
  email: string;
  archive: ReturnType<typeof useExport>;
}

/** Requests, tracks and downloads the archive of the account. */
export function ExportPart({ email, archive: { query, begin } }: ExportPartProps) {
  const [isProving, setIsProving] = useState(false);
  const ask = () =>
    begin.mutate(
      {},
      {
        onError: (error) => {
          if (isProofNeeded(error)) return setIsProving(true);
          logProblem('the export could not be begun', error);
          notify.error(proofFailure(error, 'settings.export.begin_failed'));
        },
      },
    );
  return (
    <div className="grid max-w-160 justify-items-start gap-3">
      <p className="text-text-2">{t('settings.export.lead')}</p>
      <SectionQuery query={query} failed={t('settings.export.load_failed')}>
        {(known) => (
          <>
            <Progress known={known} />
            <div className="flex flex-wrap gap-2">
              {known?.status === 'ready' && <DownloadButton known={known} />}
              {!isAtWork(known) && (
                <Button
                  icon={<PackageOpen size={16} aria-hidden />}
                  busy={begin.isPending && !isProving}
                  busyLabel={t('settings.export.beginning')}
                  onClick={ask}
                >
                  {known?.status === 'ready' ? t('settings.export.again') : t('settings.export.begin')}
                </Button>
              )}
            </div>
          </>
        )}
      </SectionQuery>
      {isProving && (
        <LoadedDialog
          load={load}
          props={{ email, onBegin: begin.mutateAsync, onClose: () => setIsProving(false) }}
          onClose={() => setIsProving(false)}
        />
      )}
    </div>
  );
}

function Progress({ known }: { known: AccountExport | null }) {
  if (known === null) return null;
  if (known.status === 'failed') return <InlineError>{t('settings.export.failed')}</InlineError>;
  return <output className="type-ui">{words(known)}</output>;
}

function words({ status, files_done, files_total, size, expires_at }: AccountExport): string {
  if (status === 'ready') {
    return t('settings.export.ready', { size: fileSize(size ?? 0), moment: toMoment(expires_at ?? '') });
  }
  if (status === 'queued' || files_total === 0) return t('settings.export.waiting');
  return t('settings.export.packing', { done: files_done, total: files_total });
}

function DownloadButton({ known }: { known: AccountExport }) {
  const { mutate, isPending } = useDownload();
  return (
    <Button
      look="primary"
      icon={<Download size={16} aria-hidden />}
      busy={isPending}
      busyLabel={t('settings.export.linking')}
      onClick={() => mutate(known)}
    >
      {t('settings.export.download')}
    </Button>
  );
}
