import MessageSquare from 'lucide-react/icons/message-square';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { askAuth } from '#web/lib/server/ask-auth.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { textedCodeRule } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CODE_FIELD } from '#web/ui/controls/code-field.ts';
import { TextButton } from '#web/ui/controls/text-button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { AuthForm } from '../auth-form.tsx';
import { factorFailure } from '../failures.ts';
import type { PhoneWay } from './factor-ways.ts';

/** Sends a code by text on request, since each text costs, and accepts it. */
export function FactorPhone({ way }: { way: PhoneWay }) {
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    setFailure(null);
    const asked = await askForText(way.id);
    setIsSending(false);
    if (asked.failure !== null) return setFailure(asked.failure);
    return setChallengeId(asked.challengeId);
  };
  if (challengeId !== null) {
    return (
      <CodeForm
        way={way}
        challengeId={challengeId}
        sendFailure={failure}
        isSending={isSending}
        onSendAgain={() => void send()}
      />
    );
  }
  return (
    <div className="grid gap-4">
      {failure && <InlineError>{failure}</InlineError>}
      <Button
        look="primary"
        className="md:h-10"
        icon={<MessageSquare size={16} aria-hidden />}
        busy={isSending}
        busyLabel={t('auth.factor.phone.sending')}
        onClick={() => void send()}
      >
        {t('auth.factor.phone.send', { name: way.name })}
      </Button>
    </div>
  );
}

interface CodeFormProps {
  way: PhoneWay;
  challengeId: string;
  /** Why the last text wasn't sent again; null if it was. */
  sendFailure: string | null;
  isSending: boolean;
  onSendAgain: () => void;
}

function CodeForm({ way, challengeId, sendFailure, isSending, onSendAgain }: CodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  // The previous button is gone, so focus the field.
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = handleSubmit(async ({ code }) => {
    setFailure(await showTextedCode({ factorId: way.id, challengeId }, code));
  });
  const sendAgain = () => {
    // An old code's error would hide why no new one was sent.
    setFailure(null);
    onSendAgain();
  };
  return (
    <div className="grid gap-4">
      <AuthForm
        failure={failure ?? sendFailure}
        onOutdated={() => setFailure(null)}
        submitLabel={t('auth.code.submit')}
        busyLabel={t('auth.code.busy')}
        busy={isSubmitting}
        onSubmit={() => void submit()}
      >
        <TextField
          label={t('auth.factor.code', { name: way.name })}
          {...CODE_FIELD}
          error={errors.code?.message}
          {...register('code', { validate: textedCodeRule })}
        />
      </AuthForm>
      <p className="type-meta text-text-3">
        {isSending ? (
          t('auth.factor.phone.sending')
        ) : (
          <TextButton alone onPress={sendAgain}>
            {t('auth.factor.phone.again')}
          </TextButton>
        )}
      </p>
    </div>
  );
}

type Asked =
  | { readonly challengeId: string; readonly failure: null }
  | { readonly challengeId: null; readonly failure: string };

/** Requests a code by text for a phone factor. Resolves with an error message if it wasn't sent. */
async function askForText(factorId: string): Promise<Asked> {
  try {
    const { mfa } = (await supabase()).auth;
    const { data, error } = await mfa.challenge({ factorId, channel: 'sms' });
    return error
      ? { challengeId: null, failure: factorFailure(error, 'phone') }
      : { challengeId: data.id, failure: null };
  } catch {
    // Not even the client or its configuration could be loaded.
    return { challengeId: null, failure: t('auth.network_error') };
  }
}

/** Resolves to null once verified, else to an error message. */
function showTextedCode(
  asked: { factorId: string; challengeId: string },
  code: string,
): Promise<string | null> {
  return askAuth(
    ({ mfa }) => mfa.verify({ ...asked, code: code.replace(/\s/g, '') }),
    (error) => factorFailure(error, 'phone'),
  );
}
