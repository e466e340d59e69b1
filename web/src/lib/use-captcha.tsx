import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { CaptchaFieldProps } from './captcha-field.tsx';
import { Loaded } from './loaded.tsx';
import { useConfig } from './use-config.ts';

/** Goes along with one request. Empty where nobody is asked to solve anything. */
export interface CaptchaPass {
  readonly captchaToken?: string;
}

export interface Captcha {
  /** Stands in the form, above its button. null: this installation asks for none. */
  readonly field: ReactNode;
  /** A pass, for one request. null: it is not solved; the field says so and has the focus. */
  take: () => CaptchaPass | null;
}

/** Few installations ask for one. */
const load = async () => (await import('./captcha-field.tsx')).CaptchaField;

/** For a form whose request the server answers only to people. */
export function useCaptcha(): Captcha {
  const asked = useConfig()?.captcha ?? null;
  const token = useRef<string | null>(null);
  const place = useRef<HTMLFieldSetElement>(null);
  const [round, setRound] = useState(0);
  const [isMissing, setIsMissing] = useState(false);
  const onToken = useCallback((solved: string | null) => {
    token.current = solved;
    if (solved !== null) setIsMissing(false);
  }, []);

  const take = (): CaptchaPass | null => {
    if (asked === null) return {};
    const captchaToken = token.current;
    if (captchaToken === null) {
      setIsMissing(true);
      place.current?.focus();
      return null;
    }
    // Each is good once, whatever comes of it.
    token.current = null;
    setRound((before) => before + 1);
    return { captchaToken };
  };

  const props: CaptchaFieldProps | null = asked && { ...asked, round, isMissing, place, onToken };
  return { field: props && <Loaded load={load} props={props} />, take };
}
