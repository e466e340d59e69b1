import { Trans } from '@lingui/react';
import { useId } from 'react';
import { t } from '../../texts/later.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { brandName } from '../page/brand.ts';
import { LocalModels } from './local-models.tsx';
import { SettingLines } from './setting-lines.tsx';

export interface ConnectModelDialogProps {
  /** The server can look for models on its own computer. */
  canLook: boolean;
  onClose: () => void;
}

/** Connect a model: shows the lines for the server's settings. Nothing is typed or saved here. */
export function ConnectModelDialog({ canLook, onClose }: ConnectModelDialogProps) {
  const name = brandName();
  const routerId = useId();
  return (
    <Dialog open onClose={onClose} title={t('connect.title')}>
      <p className="text-text-2">
        <Trans id="connect.where" values={{ name }} components={{ code: <code /> }} />
      </p>
      <section aria-labelledby={routerId} className="grid gap-2">
        <h3 id={routerId} className="type-ui">
          {t('connect.router')}
        </h3>
        <p className="text-text-2">{t('connect.router.how', { name })}</p>
        <SettingLines lines={['AI_API_KEY=sk-or-…']} copyLabel={t('connect.router.copy')} />
      </section>
      {canLook && <LocalModels />}
    </Dialog>
  );
}
