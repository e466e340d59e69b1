import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { CopyButton } from '#web/lib/device/copy-button.tsx';
import { printText } from '#web/lib/device/print-text.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import { brandName } from '#web/lib/page/brand.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

/** Shows recovery codes for the only time: the server stores hashes only. */
export function KeepCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const sheet = [t('security.codes.sheet', { name: brandName() }), '', ...codes, ''].join('\n');
  return (
    <Dialog
      open
      width="s"
      title={t('security.codes.keep')}
      onClose={onClose}
      foot={
        <Button look="primary" className="ms-auto" onClick={onClose}>
          {t('security.codes.kept')}
        </Button>
      }
    >
      <p className="text-text-2">{t('security.codes.why')}</p>
      <ul
        aria-label={t('security.codes')}
        dir="ltr"
        className="type-slip grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-paper bg-well px-4 py-3 max-[22rem]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={sheet} label={t('security.codes.copy')} />
        <Button
          size="s"
          icon={<Download size={14} aria-hidden />}
          onClick={() => saveText('recovery-codes.txt', sheet, 'text/plain')}
        >
          {t('security.codes.download')}
        </Button>
        <Button size="s" icon={<Printer size={14} aria-hidden />} onClick={() => printText(sheet)}>
          {t('security.codes.print')}
        </Button>
      </div>
    </Dialog>
  );
}
