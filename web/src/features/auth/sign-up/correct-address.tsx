import '#web/texts/later.ts';
import { Trans } from '@lingui/react';
import { useConfig } from '#web/lib/server/use-config.ts';
import { TextButton } from '#web/ui/controls/text-button.tsx';

/** After an email was sent: where else to look, and a way to correct the address. */
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
