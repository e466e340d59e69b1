import { useConfig } from '#web/lib/server/use-config.ts';
import { useSession } from '#web/lib/session/session.ts';

export interface CodeWay {
  /** Whoever has no mail address gets a text message. */
  readonly way: 'mail' | 'text';
  readonly address: string;
  /** Nothing is sent from here: it waits in the local mailbox. */
  readonly staysHere: boolean;
}

/** How a code that shows who somebody is reaches them. */
export function useCodeWay(email: string): CodeWay {
  const phone = useSession((state) => state.user?.phone ?? '');
  const config = useConfig();
  if (email !== '') return { way: 'mail', address: email, staysHere: config?.mailbox ?? false };
  // The service keeps numbers without their plus.
  return { way: 'text', address: `+${phone}`, staysHere: config?.texts === 'local' };
}
