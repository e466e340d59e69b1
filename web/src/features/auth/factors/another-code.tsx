import { useState } from 'react';
import { type CaptchaPass, useCaptcha } from '#web/lib/captcha/use-captcha.tsx';
import { useSecondsLeft } from '#web/lib/page/use-seconds-left.ts';
import { t } from '#web/texts/later.ts';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';

interface AnotherCodeProps {
  /** Time of the last code, in milliseconds since 1970. */
  sentAt: number;
  /** Resolves to an error message; null if sent. */
  onSend: (pass: CaptchaPass) => Promise<string | null>;
}

/** The auth service's default limit: one message a minute per address. */
const SPACING_MS = 60_000;

/** Countdown until another code can be sent, then a button. */
export function AnotherCode({ sentAt, onSend }: AnotherCodeProps) {
  const seconds = useSecondsLeft(sentAt + SPACING_MS);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const captcha = useCaptcha();
  const send = async () => {
    if (isSending) return;
    setFailure(null);
    setIsSending(true);
    const pass = await captcha.pass();
    if (pass !== null) setFailure(await onSend(pass));
    setIsSending(false);
  };
  return (
    <>
      {seconds === 0 && captcha.field}
      {failure && <InlineError>{failure}</InlineError>}
      <p className="type-meta text-text-3">
        {seconds > 0 ? (
          t('auth.another.wait', { seconds })
        ) : (
          // Stays mounted while sending, so that focus isn't lost.
          <TextButton alone onPress={() => void send()}>
            {isSending ? t('auth.one_time.busy') : t('auth.another.send')}
          </TextButton>
        )}
      </p>
    </>
  );
}
