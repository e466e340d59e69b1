import { CAPTCHAS, type CaptchaProvider } from '#domain/captcha.ts';
import { createTrustPolicy } from '../page/trust-policy.ts';

/** API that hCaptcha and Turnstile share. */
export interface CaptchaScript {
  /** Answers with the widget's name for the other one. */
  render(place: HTMLElement, options: CaptchaOptions): string;
  remove(widget: string): void;
}

export interface CaptchaOptions {
  sitekey: string;
  theme: 'light' | 'dark';
  size: 'normal' | 'compact';
  callback: (token: string) => void;
  'expired-callback': () => void;
  /** True: dealt with, so that the script need not write to the console. */
  'error-callback': () => true;
}

declare global {
  interface Window {
    hcaptcha?: CaptchaScript;
    turnstile?: CaptchaScript;
    captchaReady?: () => void;
  }
}

/** Milliseconds; a host that takes longer is as good as blocked. */
const PATIENCE = 20_000;

let loading: Promise<CaptchaScript> | undefined;

/** Loaded once; a load that failed may be repeated. */
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
    const timer = setTimeout(giveUp, PATIENCE);
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
 * Our pages take no text for a script's address, or for HTML, unless a policy has let it through; the services'
 * scripts know nothing of that. This one stands in for them: their own addresses and no others, and HTML, in which
 * the pages' Content-Security-Policy still runs nothing. Made only where a captcha is shown.
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
