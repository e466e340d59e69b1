import { Trans } from '@lingui/react';
import Download from 'lucide-react/icons/download';
import { useBrandName } from '#web/lib/page/brand.ts';
import { t } from '#web/texts/later.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { PictureRow } from '#web/ui/paper/picture-row.tsx';
import { Slip } from '#web/ui/paper/slip.tsx';
import { SlipStub } from '#web/ui/paper/slip-stub.tsx';
import { SlipTitle } from '#web/ui/paper/slip-title.tsx';

const SLIP_BUTTON = buttonClass('slip', 's');

/** Decorative picture behind the form: a list with one slip. Not reachable by keyboard or screen reader. */
export function AuthPicture() {
  return (
    <div
      inert
      aria-hidden
      className="grid content-center overflow-hidden border-s border-line bg-desk py-12 ps-16 max-md:hidden"
    >
      <p className="type-title-1 mb-8 max-w-[13em]">
        <Trans id="auth.picture.claim" values={{ name: useBrandName() }} components={{ line: <br /> }} />
      </p>
      <ul className="sheet picture border border-e-0 border-line-strong bg-page pb-6">
        <li className="group-head">
          {t('auth.picture.today')}
          <span className="type-slip text-text-3">4</span>
        </li>
        <PictureRow priority="urgent" title={t('auth.picture.urgent')} />
        <PictureRow priority="high" title={t('auth.picture.high')}>
          <Slip stub={<Stub />}>
            <SlipTitle note={t('auth.picture.note')}>{t('auth.picture.delivered')}</SlipTitle>
            <p className="type-small">{t('auth.picture.answer')}</p>
            <div className="mt-3 flex flex-wrap gap-2">
              <span className={SLIP_BUTTON}>{t('auth.picture.view')}</span>
              <span className={SLIP_BUTTON}>
                <Download size={14} />
                {t('auth.picture.download')}
              </span>
            </div>
          </Slip>
        </PictureRow>
        <PictureRow priority="medium" title={t('auth.picture.medium')} />
        <PictureRow priority="medium" title={t('auth.picture.done')} done />
      </ul>
    </div>
  );
}

function Stub() {
  return (
    <SlipStub>
      <b>{t('auth.picture.number')}</b>
      <span>0:12</span>
      <b>{t('auth.picture.cost')}</b>
    </SlipStub>
  );
}
