import * as z from 'zod/mini';

const mail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sent_at: z.string(),
  /** Missing in the answer of an older server. */
  attachments: z._default(z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })), []),
});
export type Mail = z.infer<typeof mail>;

const answer = z.object({ messages: z.array(mail) });

/**
 * Emails of this installation, newest first. `locked`: wrong key. `none`: there is no local mailbox (a mail
 * server is connected, or this is another computer).
 */
export async function readMailbox(key: string | null): Promise<Mail[] | 'locked' | 'none'> {
  const response = await fetch('/local/mailbox', { headers: headersFor(key) });
  if (response.status === 404 || response.status === 403) return 'none';
  if (response.status === 401) return 'locked';
  if (!response.ok) throw new Error(`/local/mailbox answered ${response.status}`);
  return answer.parse(await response.json()).messages;
}

/** The content of an attachment. `at`: its place in the mail. */
export async function readAttachment(key: string | null, { id }: Mail, at: number): Promise<Blob> {
  const path = `/local/mailbox/${id}/${at}`;
  const response = await fetch(path, { headers: headersFor(key) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.blob();
}

const headersFor = (key: string | null): HeadersInit =>
  key === null ? {} : { Authorization: `Bearer ${key}` };
