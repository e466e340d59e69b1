import { CAPTCHAS, type CaptchaProvider } from '#domain/captcha.ts';
import { createTrustPolicy } from '../page/trust-policy.ts';

/** API that hCaptcha and Turnstile share. */
export interface CaptchaScript {
  /** Returns the widget id. */
  render(place: HTMLElement, options: CaptchaOptions): string;
  remove(widget: string): void;
}

export interface CaptchaOptions {
  sitekey: string;
  theme: 'light' | 'dark';
  size: 'normal' | 'compact';
  callback: (token: string) => void;
  'expired-callback': () => void;
  /** Returning true marks the error as handled, so the script doesn't log it. */
  'error-callback': () => true;
}

declare global {
  interface Window {
    hcaptcha?: CaptchaScript;
    turnstile?: CaptchaScript;
    captchaReady?: () => void;
  }
}

/** Milliseconds; a slower host counts as blocked. */
const LOAD_TIMEOUT = 20_000;

let loading: Promise<CaptchaScript> | undefined;

/** Loads the script once; a failed load can be retried. */
export function loadCaptchaScript(provider: CaptchaProvider): Promise<CaptchaScript> {
  loading ??= load(provider).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(provider: CaptchaProvider): Promise<CaptchaScript> {
  trustCaptcha(provider);
  await addScript(`${CAPTCHAS[provider].script}&onload=captchaReady`);
  const script = window[provider];
  if (!script) throw new Error(`the script of ${provider} has left nothing`);
  return script;
}

function addScript(address: string): Promise<void> {
  const script = document.createElement('script');
  return new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${new URL(address).host} could not be reached`));
    };
    const timer = setTimeout(giveUp, LOAD_TIMEOUT);
    window.captchaReady = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = giveUp;
    script.src = address;
    document.head.append(script);
  });
}

let isTrusted = false;

/**
 * Installs a default Trusted Types policy, since our pages require one and the services' scripts don't create
 * their own. It allows scripts from the service's own hosts, and any HTML, in which the Content-Security-Policy
 * still blocks scripts. Created only where a captcha is shown.
 */
function trustCaptcha(provider: CaptchaProvider): void {
  if (isTrusted) return;
  createTrustPolicy('default', {
    createHTML: (html) => html,
    createScriptURL: (url) => (isOf(provider, new URL(url, location.href)) ? url : null),
  });
  isTrusted = true;
}

function isOf(provider: CaptchaProvider, { protocol, hostname }: URL): boolean {
  const { host } = CAPTCHAS[provider];
  return protocol === 'https:' && (hostname === host || hostname.endsWith(`.${host}`));
}
