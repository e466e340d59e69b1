import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { MailFrame } from './mail-frame.tsx';
import { MailList } from './mail-list.tsx';
import { keepMailboxKey, mailboxKey } from './mailbox-key.ts';
import type { Mail } from './read-mailbox.ts';
import { UnlockMailbox } from './unlock-mailbox.tsx';
import { useMailbox } from './use-mailbox.ts';

/** What the server would have mailed. With `?to=` in the address, that person's newest mail is open at once. */
export function MailboxPage() {
  const [key, setKey] = useState(mailboxKey);
  const mailbox = useMailbox(key);
  useEffect(() => {
    const read = () => setKey(mailboxKey());
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  switch (mailbox.kind) {
    case 'loading':
      return <LoadingPage />;
    case 'none':
      return <EmptyState heading={t('mailbox.none')}>{t('mailbox.none_hint')}</EmptyState>;
    case 'locked':
      return (
        <UnlockMailbox
          isWrong={key !== null}
          onKey={(shown) => {
            keepMailboxKey(shown);
            setKey(shown);
          }}
        />
      );
    case 'failed':
      return (
        <EmptyState
          heading={t('mailbox.failed')}
          action={
            <Button icon={<RotateCcw size={16} aria-hidden />} onClick={() => location.reload()}>
              {t('mailbox.try_again')}
            </Button>
          }
        >
          {t('mailbox.failed_hint')}
        </EmptyState>
      );
    case 'open':
      return mailbox.mails.length === 0 ? (
        <EmptyState heading={t('mailbox.empty')}>{t('mailbox.empty_hint')}</EmptyState>
      ) : (
        <OpenMailbox mails={mailbox.mails} />
      );
  }
}

function OpenMailbox({ mails }: { mails: readonly Mail[] }) {
  const [search] = useSearchParams();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const awaited = search.get('to')?.toLowerCase();
  const chosen =
    mails.find((mail) => mail.id === chosenId) ??
    mails.find((mail) => mail.to.toLowerCase() === awaited) ??
    mails[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <MailList mails={mails} chosen={chosen?.id} onChoose={setChosenId} />
      {chosen && (
        <section aria-label={t('mailbox.chosen')} className="min-w-0 max-md:order-first">
          <h2 className="type-title-3 wrap-anywhere">{chosen.subject}</h2>
          <p className="type-meta mb-3 wrap-anywhere text-text-3">
            {t('mailbox.to', { address: chosen.to })}
          </p>
          <MailFrame subject={chosen.subject} html={chosen.html} />
        </section>
      )}
    </div>
  );
}
