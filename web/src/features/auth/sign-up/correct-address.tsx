import { Trans } from '@lingui/react';
import { useConfig } from '#web/lib/server/use-config.ts';
import { TextButton } from '#web/ui/controls/text-button.tsx';

/** After a mail was sent: where else it may be, and the way back to an address that was mistyped. */
export function CorrectAddress({ onCorrect }: { onCorrect: () => void }) {
  const config = useConfig();
  const correct = <TextButton onPress={onCorrect} />;
  return (
    <p className="type-meta text-text-3">
      {config?.mailbox ? (
        <Trans id="auth.verify.correct_local" components={{ correct }} />
      ) : (
        <Trans id="auth.verify.correct" components={{ correct }} />
      )}
    </p>
  );
}
