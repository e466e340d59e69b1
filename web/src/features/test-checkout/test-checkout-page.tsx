import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { logProblem } from '#web/lib/log.ts';

import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { Badge } from '#web/ui/marks/badge.tsx';
import { TestOrder } from './test-order.tsx';
import { readTestPage, type TestPage } from './test-page.ts';
import { TestPortal } from './test-portal.tsx';

type Reading = { kind: 'loading' | 'none' | 'failed' } | { kind: 'read'; page: TestPage };

/** Stands in for a payment provider's pages if none is connected. */
export function TestCheckoutPage() {
  const [search] = useSearchParams();
  const ref = search.get('ref') ?? '';
  const reading = useTestPage(ref);
  return (
    <div className="max-w-120">
      <h1 className="type-title-2 flex flex-wrap items-center gap-3">
        {reading.kind === 'read' && reading.page.kind === 'portal'
          ? t('test_checkout.portal')
          : t('test_checkout.title')}
        <Badge>{t('test_checkout.badge')}</Badge>
      </h1>
      <p className="mt-2 text-text-2">{t('test_checkout.lead')}</p>
      <div className="mt-6">
        <Content refId={ref} reading={reading} />
      </div>
    </div>
  );
}

function Content({ refId, reading }: { refId: string; reading: Reading }) {
  switch (reading.kind) {
    case 'loading':
      return <LoadingPage lines={4} />;
    case 'none':
      return (
        <EmptyState
          heading={t('test_checkout.none')}
          action={
            <a className={buttonClass('second')} href="/pricing">
              {t('test_checkout.to_pricing')}
            </a>
          }
        >
          {t('test_checkout.none_hint')}
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState
          heading={t('test_checkout.failed')}
          action={<Button onClick={() => location.reload()}>{t('test_checkout.try_again')}</Button>}
        >
          {t('test_checkout.failed_hint')}
        </EmptyState>
      );
    case 'read':
      return reading.page.kind === 'checkout' ? (
        <TestOrder refId={refId} order={reading.page} />
      ) : (
        <>
          {reading.page.plan ? (
            <TestPortal refId={refId} plan={reading.page.plan} />
          ) : (
            <p className="my-6">{t('test_checkout.no_plan')}</p>
          )}
          <p className="mt-5">
            <a className="link type-ui" href={reading.page.back_url}>
              {t('test_checkout.leave')}
            </a>
          </p>
        </>
      );
  }
}

function useTestPage(ref: string): Reading {
  const [reading, setReading] = useState<Reading>({ kind: 'loading' });
  useEffect(() => {
    let isHere = true;
    const show = (next: Reading) => isHere && setReading(next);
    readTestPage(ref).then(
      (page) => show(page ? { kind: 'read', page } : { kind: 'none' }),
      (error: unknown) => {
        logProblem('the test checkout could not be read', error);
        show({ kind: 'failed' });
      },
    );
    return () => {
      isHere = false;
    };
  }, [ref]);
  return reading;
}
