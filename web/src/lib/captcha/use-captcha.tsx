import { type ReactNode, useState } from 'react';
import { PartFailed } from '../../ui/feedback/part-failed.tsx';
import { Loaded } from '../page/loaded.tsx';
import { loadConfig } from '../server/config.ts';
import { useConfig } from '../server/use-config.ts';
import { useCaptchaTokens } from './use-captcha-tokens.ts';

/** Goes along with one request. Empty where nobody is asked to solve anything. */
export interface CaptchaPass {
  readonly captchaToken?: string;
}

export interface Captcha {
  /** Stands in the form, above its button. null: this installation asks for none. */
  readonly field: ReactNode;
  /**
   * A pass for one request, as soon as the captcha is solved; until then the field says that it must be, and has the
   * focus. null: it cannot be solved, and the field says why; or the wait was given up.
   */
  readonly pass: () => Promise<CaptchaPass | null>;
  /** Rejects pending requests for a pass: the form has changed. */
  readonly giveUp: () => void;
}

/** Few installations ask for one. */
const load = async () => (await import('./captcha-field.tsx')).CaptchaField;

/** For a form whose request the server answers only to people. */
export function useCaptcha(): Captcha {
  const asked = useConfig()?.captcha ?? null;
  const [isLost, setIsLost] = useState(false);
  const { next, giveUp, field } = useCaptchaTokens();

  const pass = async (): Promise<CaptchaPass | null> => {
    // Without a configuration the request cannot be sent either, and says so.
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
