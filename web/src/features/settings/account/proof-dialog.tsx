import type { User } from '@supabase/supabase-js';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ProofKind } from './change-password.ts';
import { type OwnerProof, toProof } from './owner-proof.ts';
import { ProofField } from './proof-field.tsx';
import { proofRule } from './proof-rule.ts';

/** Identity providers of this installation itself, with which a password may be set. */
const OWN: ReadonlySet<string> = new Set(['email', 'phone']);

/**
 * Kind of proof to ask for first. Users who only sign in by an organisation or another service have no
 * password, unless they set one later, which the browser can't know.
 */
export function firstProof(user: Pick<User, 'identities'> | null): ProofKind {
  const identities = user?.identities ?? [];
  return identities.length > 0 && !identities.some(({ provider }) => OWN.has(provider)) ? 'code' : 'password';
}

interface ProofDialogProps {
  email: string;
  title: string;
  /** Consequences of confirming. */
  children: ReactNode;
  submit: string;
  busy: string;
  isDamage?: boolean;
  /** Resolves to an error message; null if done, which closes the dialog. */
  onProved: (proof: OwnerProof) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for proof before an act that a stranger at an unlocked screen must not perform. */
export function ProofDialog(props: ProofDialogProps) {
  const { email, title, children, submit, busy, isDamage = false, onProved, onClose } = props;
  const [kind, setKind] = useState<ProofKind>(() => firstProof(useSession.getState().user));
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { proof: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ proof }) => {
    setFailure(null);
    setFailure(await onProved(toProof(kind, proof)));
  });
  const choose = (chosen: ProofKind) => {
    // At once, so that the other field exists and can take the focus.
    flushSync(() => setKind(chosen));
    setFailure(null);
    resetField('proof');
    setFocus('proof');
  };
  return (
    <Dialog
      open
      width="s"
      title={title}
      onClose={() => !isSubmitting && onClose()}
      onSubmit={(event) => void send(event)}
      foot={
        <>
          <Button look="plain" className="ms-auto" disabled={isSubmitting} onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button
            type="submit"
            look={isDamage ? 'damage-fill' : 'primary'}
            busy={isSubmitting}
            busyLabel={busy}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        <ProofField
          kind={kind}
          email={email}
          isWide
          error={errors.proof?.message}
          registration={register('proof', { validate: proofRule(kind, email) })}
          onChoose={choose}
          onFailed={setFailure}
        />
        {failure && <InlineError>{failure}</InlineError>}
      </div>
    </Dialog>
  );
}
