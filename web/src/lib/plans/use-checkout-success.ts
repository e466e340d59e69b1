import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#web/texts/app.ts';
import { notify } from '../page/toast.ts';
import { refreshProfile } from '../session/session.ts';

/** In the address of the page to which the payment provider sends a buyer back. */
const PARAMETER = 'checkout_success';

/** Says once that a purchase went through, and reads what it has changed. The credits themselves come from the provider's word to the server. */
export function useCheckoutSuccess(): void {
  const [search, setSearch] = useSearchParams();
  const isSuccess = search.has(PARAMETER);
  useEffect(() => {
    if (!isSuccess) return;
    notify.success(t('checkout.successful'), { id: 'purchase' });
    // Taken out of the address, so that a reload or a shared link says nothing.
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
