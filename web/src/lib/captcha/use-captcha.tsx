import { type ReactNode, useState } from 'react';
import { PartFailed } from '../../ui/feedback/part-failed.tsx';
import { Loaded } from '../page/loaded.tsx';
import { loadConfig } from '../server/config.ts';
import { useConfig } from '../server/use-config.ts';
import { useCaptchaTokens } from './use-captcha-tokens.ts';

/** Sent along with one request. Empty if no captcha is configured. */
export interface CaptchaPass {
  readonly captchaToken?: string;
}

export interface Captcha {
  /** Shown in the form, above its button. Null if no captcha is configured. */
  readonly field: ReactNode;
  /**
   * Resolves to a pass for one request once the captcha is solved; until then the field asks for it and has
   * focus. Resolves to null if it can't be solved, which the field explains, or after giveUp().
   */
  readonly pass: () => Promise<CaptchaPass | null>;
  /** Rejects pending requests for a pass: the form has changed. */
  readonly giveUp: () => void;
}

/** Loaded on demand: few installations use one. */
const load = async () => (await import('./captcha-field.tsx')).CaptchaField;

/** Captcha for a form whose request the server only accepts from people. */
export function useCaptcha(): Captcha {
  const asked = useConfig()?.captcha ?? null;
  const [isLost, setIsLost] = useState(false);
  const { next, giveUp, field } = useCaptchaTokens();

  const pass = async (): Promise<CaptchaPass | null> => {
    // Without a configuration the request will fail too, with a message.
    const config = await loadConfig().catch(() => null);
    if (!config?.captcha) return {};
    const captchaToken = await next();
    return captchaToken === null ? null : { captchaToken };
  };
  const onLost = () => {
    setIsLost(true);
    field.onFailed();
  };

  if (asked === null) return { field: null, pass, giveUp };
  if (isLost) return { field: <PartFailed />, pass, giveUp };
  return { field: <Loaded load={load} props={{ ...asked, ...field }} onFailed={onLost} />, pass, giveUp };
}
