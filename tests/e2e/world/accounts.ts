import { z } from 'zod';
import { anonKeyOf, mailboxKeyOf } from '#tests/worlds/server-process.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const mailbox = z.object({
  messages: z.array(z.object({ kind: z.string(), to: z.string(), text: z.string(), html: z.string() })),
});

/** An account whose address waits to be confirmed, made without a browser. The token is for where a captcha is asked for. */
export async function makeUnconfirmed(url: string, person: Person, captchaToken?: string): Promise<void> {
  const response = await fetch(
    `${url}/auth/v1/signup?redirect_to=${encodeURIComponent(`${url}/dashboard`)}`,
    {
      method: 'POST',
      headers: { apikey: await anonKeyOf(url), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: person.email,
        password: person.password,
        gotrue_meta_security: { captcha_token: captchaToken },
        data: {
          email: person.email,
          full_name: person.name,
          terms_accepted: true,
          marketing_accepted: false,
        },
      }),
    },
  );
  if (!response.ok) throw new Error(`the sign-up of ${person.email} was refused: ${await response.text()}`);
}

/** An account that can log in. */
export async function makeAccount(url: string, person: Person, captchaToken?: string): Promise<Person> {
  await makeUnconfirmed(url, person, captchaToken);
  await fetch(await linkTo(url, person.email, 'confirm_signup'), { redirect: 'manual' });
  return person;
}

/**
 * The newest mail of one kind to this address, once this many have come, within a minute: the answer to each look has
 * every mail.
 */
export async function mailTo(url: string, email: string, kind: string, many = 1): Promise<{ text: string }> {
  const headers = { authorization: `Bearer ${await mailboxKeyOf(url)}` };
  for (let pause = 20; pause < 15_000; pause *= 1.4) {
    const { messages } = mailbox.parse(await (await fetch(`${url}/local/mailbox`, { headers })).json());
    const found = messages.filter((mail) => mail.to === email && mail.kind === kind);
    if (found[0] && found.length >= many) return found[0];
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`no ${kind} mail has come to ${email}`);
}

/** The link of that mail. */
export async function linkTo(url: string, email: string, kind: string, many = 1): Promise<string> {
  const { text } = await mailTo(url, email, kind, many);
  const link = /https?:\/\/\S+\/verify\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in ${text}`);
  return link;
}

/** Its six digits. */
export async function codeTo(url: string, email: string, kind: string): Promise<string> {
  const { text } = await mailTo(url, email, kind);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  if (!code) throw new Error(`no code in ${text}`);
  return code;
}
