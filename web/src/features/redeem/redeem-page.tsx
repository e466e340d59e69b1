import { Link } from 'react-router';
import { useConfigState } from '#web/lib/server/config.ts';
import { UnreadConfig } from '#web/lib/server/unread-config.tsx';
import { readConfigAgain, useConfig } from '#web/lib/server/use-config.ts';
import { loginPath } from '#web/lib/session/next-path.ts';
import { startSession, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { RedeemEmbed } from './redeem-embed.tsx';
import { RedeemForm } from './redeem-form.tsx';

/** Another host's form where one is configured, else our own codes. */
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

/** Who is here could not be asked either. */
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
