import { CopyButton } from '#web/lib/device/copy-button.tsx';
import { t } from '#web/texts/settings.ts';
import type { BegunApp } from './factors.ts';

/** The secret as a picture for the app's camera, and as text for whoever cannot point one at this screen. */
export function AppSecret({ app }: { app: BegunApp }) {
  return (
    <div className="grid gap-3">
      <p className="text-text-2">{t('security.app.scan')}</p>
      {/* Cameras want dark on light, at night too. */}
      <img
        src={app.qrCode}
        alt={t('security.app.picture')}
        width={176}
        height={176}
        className="justify-self-center rounded-paper bg-[#fff]"
      />
      <p className="type-meta text-text-3">{t('security.app.type')}</p>
      <div className="flex items-center gap-2">
        <code dir="ltr" className="type-slip grow wrap-anywhere">
          {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={app.secret} label={t('security.app.copy')} />
      </div>
    </div>
  );
}
