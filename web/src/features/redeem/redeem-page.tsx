import { Link } from 'react-router';
import { useConfigState } from '#web/lib/server/config.ts';
import { UnreadConfig } from '#web/lib/server/unread-config.tsx';
import { readConfigAgain, useConfig } from '#web/lib/server/use-config.ts';
import { loginPath } from '#web/lib/session/next-path.ts';
import { startSession, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmbedFrame } from '#web/ui/feedback/embed-frame.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { RedeemForm } from './redeem-form.tsx';

/** Another host's form if configured, else our own codes. */
export function RedeemPage() {
  const config = useConfig();
  return (
    <>
      <h1 className="type-title-1 mb-8">{t('redeem.title')}</h1>
      {config === null && <Awaited />}
      {config?.redeemFormUrl && <RedeemEmbed url={config.redeemFormUrl} />}
      {config && !config.redeemFormUrl && <OwnCodes />}
    </>
  );
}

function Awaited() {
  const hasFailed = useConfigState((state) => state.hasFailed);
  if (!hasFailed) return <LoadingPage />;
  return <UnreadConfig onTryAgain={tryAgain}>{t('redeem.unreached')}</UnreadConfig>;
}

/** The session could not be read either, so both are retried. */
function tryAgain(): void {
  readConfigAgain();
  startSession();
}

function OwnCodes() {
  const user = useSession((state) => state.user);
  const isLoading = useSession((state) => state.isLoading);
  if (user === null && isLoading) return <LoadingPage awaited={t('redeem.checking')} />;
  return (
    <div className="max-w-90">
      <p className="mb-6 text-text-2">{t('redeem.lead')}</p>
      {user === null ? (
        <>
          <p className="mb-4">{t('redeem.log_in_lead')}</p>
          <Link className={buttonClass('primary')} to={loginPath('/redeem')}>
            {t('redeem.log_in')}
          </Link>
        </>
      ) : (
        <RedeemForm userId={user.id} />
      )}
    </div>
  );
}

/** A form embedded from another host, with that host's name. */
function RedeemEmbed({ url }: { url: string }) {
  return (
    <>
      <p className="type-meta mb-3 flex flex-wrap justify-between gap-x-6 text-text-3">
        {t('redeem.frame_lead', { host: new URL(url).host })}
        <a className="link" href={url} target="_blank">
          {t('redeem.new_window')}
        </a>
      </p>
      <EmbedFrame title={t('redeem.frame')} src={url} />
    </>
  );
}
