import { classNames } from '#web/ui/class-names.ts';
import type { Mail } from './read-mailbox.ts';

export interface MailListProps {
  mails: readonly Mail[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export function MailList({ mails, chosen, onChoose }: MailListProps) {
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
              <time dateTime={mail.sent_at} className="type-slip text-text-3">
                {time.format(new Date(mail.sent_at))}
              </time>
            </span>
            <span className="type-meta block truncate text-text-3">{mail.to}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
