import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';
import { MailFrame } from './mail-frame.tsx';
import { MailList } from './mail-list.tsx';
import type { Mail } from './read-mailbox.ts';
import { useMailbox } from './use-mailbox.ts';

/** What the server would have mailed. With `?to=` in the address, that person's newest mail is open at once. */
export function MailboxPage() {
  const mailbox = useMailbox();
  switch (mailbox.kind) {
    case 'loading':
      return <LoadingPage />;
    case 'none':
      return (
        <EmptyState heading="There is no local mailbox here.">
          Mails of this installation are really sent, or are kept on the computer that it runs on.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState
          heading="The mailbox could not be read."
          action={
            <Button icon={<RotateCcw size={16} aria-hidden />} onClick={() => location.reload()}>
              Try again
            </Button>
          }
        >
          The server did not answer.
        </EmptyState>
      );
    case 'open':
      return mailbox.mails.length === 0 ? (
        <EmptyState heading="No mail yet.">
          Sign up, or ask for a new password: the message appears here within two seconds.
        </EmptyState>
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
        <section aria-label="Chosen mail" className="min-w-0 max-md:order-first">
          <h2 className="type-title-3 wrap-anywhere">{chosen.subject}</h2>
          <p className="type-meta mb-3 wrap-anywhere text-text-3">To {chosen.to}</p>
          <MailFrame subject={chosen.subject} html={chosen.html} />
        </section>
      )}
    </div>
  );
}
