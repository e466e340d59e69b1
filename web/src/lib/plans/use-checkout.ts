import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOutput } from '#domain/functions/answers.ts';
import type { CheckoutItem } from '#domain/shop/plans.ts';
import { t } from '#web/texts/later.ts';
import { logProblem } from '../log.ts';
import { notify } from '../page/toast.ts';
import { callFunction } from '../server/call-function.ts';
import { useConfigState } from '../server/config.ts';
import { readConfigAgain, useConfig } from '../server/use-config.ts';
import { loginPath } from '../session/next-path.ts';
import { startSession, useSession } from '../session/session.ts';
import { buyPath } from './buy-path.ts';

/** Starts a checkout. Resolves to the URL of its page, on our host or the payment provider's. */
async function startCheckout(item: CheckoutItem): Promise<string> {
  const { url } = addressOutput.parse(await callFunction('checkout', { item }));
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`checkout answered with a ${protocol} address`);
  return url;
}

/** Whether the user can buy here, or why not. */
export type CheckoutState = 'unknown' | 'unreached' | 'nothing_sold' | 'checking' | 'signed_out' | 'ready';

export interface Checkout {
  readonly state: CheckoutState;
  /** Test checkout: no money moves. */
  readonly isTest: boolean;
  /** Item whose checkout page is being opened. */
  readonly opening: CheckoutItem | null;
  readonly buy: (item: CheckoutItem) => void;
  /** Retries after the server wasn't reached. */
  readonly tryAgain: () => void;
}

export function useCheckout(): Checkout {
  const navigate = useNavigate();
  const state = useCheckoutState();
  const isTest = useConfig()?.testPayments ?? false;
  const [opening, setOpening] = useState<CheckoutItem | null>(null);

  useEffect(() => {
    // The browser may restore this page from the back/forward cache after a checkout.
    const shown = (event: PageTransitionEvent) => event.persisted && setOpening(null);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const buy = async (item: CheckoutItem) => {
    if (state === 'signed_out') {
      notify.error(t('checkout.log_in_first'), { id: 'checkout' });
      return navigate(loginPath(buyPath(item)));
    }
    setOpening(item);
    try {
      location.assign(await startCheckout(item));
    } catch (error) {
      logProblem('the checkout could not be started', error);
      notify.error(t('checkout.failed'), { id: 'checkout' });
      setOpening(null);
    }
  };
  return { state, isTest, opening, buy: (item) => void buy(item), tryAgain };
}

function tryAgain(): void {
  readConfigAgain();
  // The session could not be read either.
  startSession();
}

function useCheckoutState(): CheckoutState {
  const payments = useConfig()?.payments;
  const hasFailed = useConfigState((state) => state.hasFailed);
  const user = useSession((session) => session.user);
  const isLoading = useSession((session) => session.isLoading);
  if (payments === undefined) return hasFailed ? 'unreached' : 'unknown';
  if (!payments) return 'nothing_sold';
  if (user !== null) return 'ready';
  return isLoading ? 'checking' : 'signed_out';
}
