import * as z from 'zod/mini';

const mail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sent_at: z.string(),
});
export type Mail = z.infer<typeof mail>;

const answer = z.object({ messages: z.array(mail) });

/**
 * Emails of this installation, newest first. `locked`: wrong key. `none`: there is no local mailbox (a mail
 * server is connected, or this is another computer).
 */
export async function readMailbox(key: string | null): Promise<Mail[] | 'locked' | 'none'> {
  const headers: HeadersInit = key === null ? {} : { Authorization: `Bearer ${key}` };
  const response = await fetch('/local/mailbox', { headers });
  if (response.status === 404 || response.status === 403) return 'none';
  if (response.status === 401) return 'locked';
  if (!response.ok) throw new Error(`/local/mailbox answered ${response.status}`);
  return answer.parse(await response.json()).messages;
}
