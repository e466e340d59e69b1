import { useEffect, useState } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { type Mail, readMailbox } from './read-mailbox.ts';

/** Short, since this page is usually open because an email is expected. */
const POLL_MS = 2000;

export type Mailbox =
  | { readonly kind: 'loading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly mails: readonly Mail[] };

/** Loads the local mailbox with this key, polling every two seconds while the page is visible. */
export function useMailbox(key: string | null): Mailbox {
  const [mailbox, setMailbox] = useState<Mailbox>({ kind: 'loading' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const read = async () => {
      if (!document.hidden) {
        const next = await open(key);
        if (ended) return;
        setMailbox((before) => (isSame(before, next) ? before : next));
        if (next.kind === 'none' || next.kind === 'locked') return;
      }
      timer = setTimeout(() => void read(), POLL_MS);
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [key]);
  return mailbox;
}

async function open(key: string | null): Promise<Mailbox> {
  try {
    const mails = await readMailbox(key);
    return typeof mails === 'string' ? { kind: mails } : { kind: 'open', mails };
  } catch (error) {
    logProblem('the local mailbox could not be read', error);
    return { kind: 'failed' };
  }
}

/** Emails are immutable, so the same newest one and the same count mean the same list. */
function isSame(a: Mailbox, b: Mailbox): boolean {
  if (a.kind !== 'open' || b.kind !== 'open') return a.kind === b.kind;
  return a.mails.length === b.mails.length && a.mails[0]?.id === b.mails[0]?.id;
}
