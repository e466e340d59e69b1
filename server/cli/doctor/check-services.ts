import type { Config } from '../../config.ts';
import type { Finding } from './doctor.ts';

/** Reports the configured external services. Shows hosts rather than URLs, which may contain a password. */
export function checkServices(config: Config): Finding[] {
  return [
    checkAddress(config),
    checkTexts(config),
    checkPictures(config),
    checkSearch(config),
    checkMail(config),
    checkPhones(config),
    checkPayments(config),
    ...checkSignIn(config),
  ];
}

type Check = (config: Config) => Finding;

const ok = (part: string, found: string): Finding => ({ state: 'ok', part, found });
const note = (part: string, found: string): Finding => ({ state: 'note', part, found });
const hostOf = (address: string): string => new URL(address).host;

const checkAddress: Check = ({ publicUrl, production, trustedProxies }) => {
  const part = 'address';
  const { origin, protocol } = new URL(publicUrl);
  if (!production) return ok(part, `${origin}, this machine only`);
  if (protocol !== 'https:') {
    return note(part, `${origin}: without https, passwords can be intercepted and passkeys don't work`);
  }
  return trustedProxies.length > 0
    ? ok(part, origin)
    : note(
        part,
        `${origin}: if it's behind a proxy, add that to TRUSTED_PROXIES, or everyone shares one rate limit`,
      );
};

const checkTexts: Check = ({ text }) => {
  const part = 'AI model';
  if (text.kind === 'demo') return note(part, 'none, so the demo answers (AI_BASE_URL, AI_API_KEY)');
  return ok(part, `${hostOf(text.baseUrl)}, ${text.apiKey === null ? 'without' : 'with'} a key`);
};

const checkPictures: Check = ({ images, text }) => {
  const part = 'pictures';
  if (images.kind !== 'none') return ok(part, `${hostOf(images.baseUrl)}, ${images.model}`);
  return text.kind === 'demo' ? ok(part, 'the demo draws them') : note(part, 'none (IMAGE_API_KEY)');
};

const checkSearch: Check = ({ search, text }) => {
  const part = 'web search';
  const { kind } = search.provider;
  if (kind !== 'off') return ok(part, kind);
  return text.kind === 'demo' ? ok(part, 'off') : note(part, 'off, and so is research (SEARCH_PROVIDER)');
};

const checkMail: Check = ({ mail, mailAutoconfirm, signUp }) => {
  const part = 'email';
  if (mail.kind === 'smtp') return ok(part, `${hostOf(mail.url)}, from ${mail.from}`);
  if (mail.kind === 'local') return ok(part, 'kept here, at /mailbox');
  const isClosed = signUp && !mailAutoconfirm;
  return {
    state: isClosed ? 'wrong' : 'note',
    part,
    found: isClosed
      ? 'none, so nobody can confirm their address and sign up (SMTP_URL, MAIL_FROM)'
      : 'none, so nobody can reset their password (SMTP_URL, MAIL_FROM)',
  };
};

const checkPhones: Check = ({ sms }) => {
  const part = 'text messages';
  if (sms.kind === 'gateway') return ok(part, hostOf(sms.url));
  return ok(part, sms.kind === 'local' ? 'kept here, at /mailbox' : 'none, so nobody can log in by phone');
};

const checkPayments: Check = ({ payments, production }) => {
  const part = 'payments';
  if (payments.kind === 'none') return ok(part, 'off, nothing is for sale (STRIPE_SECRET_KEY)');
  if (payments.kind === 'local') {
    return production
      ? note(part, 'the test checkout in production: anyone who signs up gets everything for free')
      : ok(part, 'the test checkout, no real payments');
  }
  const isLive = /^(sk|rk)_live_/.test(payments.secretKey);
  if (!isLive) return note(part, 'Stripe with a test key, no real payments');
  const secrets = payments.webhookSecrets.length;
  return secrets > 1
    ? note(part, 'Stripe with two webhook secrets, remove the old one when you can')
    : ok(part, 'Stripe');
};

function checkSignIn({ identity, signUp }: Config): Finding[] {
  const services = identity.map(({ name }) => name).join(', ');
  return [
    ok(
      'login',
      `${signUp ? 'sign-up open to everyone' : 'sign-up closed'}${services && `, also with ${services}`}`,
    ),
  ];
}
