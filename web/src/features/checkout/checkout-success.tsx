import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSearch } from '#web/lib/page/use-search.ts';
import { useSecondsLeft } from '#web/lib/page/use-seconds-left.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { refreshProfile, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { ReceiptLine } from '#web/ui/paper/receipt-line.tsx';
import { keepWaiting, waitForPurchase } from './purchase-watch.ts';

/** The provider's webhook may arrive a little later than the buyer. */
const LOOKS_MS = [0, 2000, 4000];

/** Refreshes the profile once the user is known, and a few times more. */
function useFreshProfile(): void {
  const userId = useSession((state) => state.user?.id);
  useEffect(() => {
    if (userId === undefined) return;
    const timers = LOOKS_MS.map((delay) => setTimeout(() => void refreshProfile(), delay));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [userId]);
}

/** Page after the countdown: credits and their history. */
const SETTINGS = '/settings';
const SECONDS = 5;

/** Session ids of payment providers have about 70 characters; anyone can craft a longer URL. */
const SESSION_ID_MAX = 128;

/** Landing page after checkout. Read-only: the payment provider's webhook grants the credits. */
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
  const { left } = useCredits();
  if (!isKnown) return null;
  return <ReceiptLine label={t('checkout.credits')} value={t('checkout.credits_left', { left })} />;
}

type Confirmation = 'waiting' | 'confirmed';

/** Waits for the webhook of a checkout; if the page is left first, a toast keeps waiting. */
function useConfirmation(checkoutRef: string | undefined): Confirmation | null {
  const userId = useSession((state) => state.user?.id);
  const [state, setState] = useState<Confirmation>('waiting');
  useEffect(() => {
    if (checkoutRef === undefined || userId === undefined) return;
    const leaving = new AbortController();
    let isThere = false;
    void waitForPurchase(checkoutRef, leaving.signal).then((found) => {
      isThere = found;
      if (found && !leaving.signal.aborted) setState('confirmed');
    });
    return () => {
      leaving.abort();
      if (!isThere) void keepWaiting(checkoutRef);
    };
  }, [checkoutRef, userId]);
  return checkoutRef === undefined || userId === undefined ? null : state;
}

/** Redirects to `path` after `seconds`. Returns the seconds left. */
function useCountdown(seconds: number, path: string): number {
  const navigate = useNavigate();
  const [end] = useState(() => Date.now() + seconds * 1000);
  const left = useSecondsLeft(end);
  useEffect(() => {
    if (left === 0) void navigate(path, { replace: true });
  }, [left, path, navigate]);
  return left;
}
