import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#web/texts/later.ts';
import { notify } from '../page/toast.ts';
import { refreshProfile } from '../session/session.ts';

/** URL parameter with which the payment provider sends a buyer back. */
const PARAMETER = 'checkout_success';

/** Announces a purchase once and refreshes the profile. The provider's webhook grants the credits. */
export function useCheckoutSuccess(): void {
  const [search, setSearch] = useSearchParams();
  const isSuccess = search.has(PARAMETER);
  useEffect(() => {
    if (!isSuccess) return;
    notify.success(t('checkout.successful'), { id: 'purchase' });
    // Removed from the URL, so that a reload or a shared link announces nothing.
    setSearch(
      (current) => {
        current.delete(PARAMETER);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
    void refreshProfile();
  }, [isSuccess, setSearch]);
}
