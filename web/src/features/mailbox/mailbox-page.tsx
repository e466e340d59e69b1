import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTheme } from '#web/lib/device/use-theme.ts';
import { createTrustPolicy } from '#web/lib/page/trust-policy.ts';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { MailAttachments } from './mail-attachments.tsx';
import { keepMailboxKey, mailboxKey as keptKey } from './mailbox-key.ts';
import type { Mail } from './read-mailbox.ts';
import { UnlockMailbox } from './unlock-mailbox.tsx';
import { useMailbox } from './use-mailbox.ts';

interface MailListProps {
  mails: readonly Mail[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const time = new Intl.DateTimeFormat(undefined, { ...TIME, second: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { ...TIME, day: 'numeric', month: 'short' });

const whenSent = (sent: Date): string =>
  (sent.toDateString() === new Date().toDateString() ? time : dayAndTime).format(sent);

function MailList({ mails, chosen, onChoose }: MailListProps) {
  return (
    <ul className="border-t border-line">
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-line">
          <button
            type="button"
            aria-pressed={mail.id === chosen}
            onClick={() => onChoose(mail.id)}
            className={classNames(
              'block w-full px-3 py-2.5',
              mail.id === chosen ? 'bg-ink-wash shadow-[inset_2px_0_0_var(--ink)]' : 'hover:bg-desk',
            )}
          >
            <span className="flex items-baseline gap-3">
              <span className="min-w-0 grow truncate font-medium">{mail.subject}</span>
              <time dateTime={mail.sent_at} className="type-slip whitespace-nowrap text-text-3">
                {whenSent(new Date(mail.sent_at))}
              </time>
            </span>
            <span className="type-meta block truncate text-text-3">{mail.to}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const rules = { createHTML: (text: string) => text };
let policy: typeof rules | undefined;

/**
 * The only place that renders foreign HTML. It needs no sanitising: the frame's sandbox runs no scripts, has an
 * opaque origin, and inherits our CSP, which loads nothing from other hosts.
 */
function trust(html: string): string {
  policy ??= createTrustPolicy('mail-frame', rules);
  return policy.createHTML(html);
}

/** The page's theme as a media query. The frame can't see it: there, `prefers-color-scheme` is the system's. */
const DARK_WHEN = { system: '(prefers-color-scheme:dark)', light: 'not all', dark: 'all' } as const;

/**
 * Renders an email as its reader would see it. Its links open in the top window, since they lead into the app.
 */
function MailFrame({ subject, html }: { subject: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const themed = html.replaceAll(DARK_WHEN.system, DARK_WHEN[theme]);
    if (frame.current) frame.current.srcdoc = trust(`<base target="_top">${themed}`);
  }, [html, theme]);
  return (
    <iframe
      ref={frame}
      title={subject}
      sandbox="allow-top-navigation-by-user-activation"
      className="h-168 w-full rounded-paper border border-line bg-page"
    />
  );
}

/** Local mailbox of the development server. `?to=` opens that address's newest email. */
export function MailboxPage() {
  const [key, setKey] = useState(keptKey);
  const mailbox = useMailbox(key);
  useEffect(() => {
    const read = () => setKey(keptKey());
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
        <OpenMailbox mails={mailbox.mails} mailboxKey={key} />
      );
  }
}

function OpenMailbox({ mails, mailboxKey }: { mails: readonly Mail[]; mailboxKey: string | null }) {
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
          <MailAttachments key={chosen.id} mail={chosen} mailboxKey={mailboxKey} />
          <MailFrame subject={chosen.subject} html={chosen.html} />
        </section>
      )}
    </div>
  );
}
