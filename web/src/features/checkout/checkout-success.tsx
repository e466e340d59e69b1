import { Link } from 'react-router';
import { useSearch } from '#web/lib/page/use-search.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useCountdown } from './use-countdown.ts';
import { useFreshProfile } from './use-fresh-profile.ts';

/** Where the countdown leads: the credits and their history are there. */
const SETTINGS = '/settings';
const SECONDS = 5;

/** A payment provider's id of a session has about 70 characters; anybody can write an address with more. */
const SESSION_ID_MAX = 128;

/** What the payment provider's page leads to. It changes nothing: the provider tells the server by itself. */
export function CheckoutSuccess() {
  const sessionId = useSearch().get('session_id')?.trim().slice(0, SESSION_ID_MAX);
  const seconds = useCountdown(SECONDS, SETTINGS);
  const confirmation = useConfirmation(sessionId || undefined);
  useFreshProfile();
  return (
    <div className="max-w-120">
      <h1 className="type-title-1">{t('checkout.title')}</h1>
      <p className="mt-4 text-text-2">{t('checkout.thanks')}</p>
      <div className="type-slip mt-6 border-y border-line-strong py-3">
        {sessionId && <ReceiptLine label={t('checkout.session')} value={sessionId} />}
        {confirmation && (
          <ReceiptLine
            label={t('checkout.state')}
            value={<output>{t(`checkout.state.${confirmation}`)}</output>}
          />
        )}
        <CreditsLine />
      </div>
      <p className="mt-6 text-text-2">{t('checkout.countdown', { seconds })}</p>
      <Link className={buttonClass('primary', 'm', 'mt-3')} to={SETTINGS} replace>
        {t('checkout.go_now')}
      </Link>
    </div>
  );
}

function CreditsLine() {
  const isKnown = useSession((state) => state.profile !== null);
  const { left, limit } = useCredits();
  if (!isKnown) return null;
  return <ReceiptLine label={t('checkout.credits')} value={t('checkout.credits_left', { left, limit })} />;
}
