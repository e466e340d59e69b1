import { useState } from 'react';
import { useConfig } from '#web/lib/server/use-config.ts';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { OrLine } from '../or-line.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';
import { useOneAtATime } from '../use-one-at-a-time.ts';

/** Sign-up by other services, instead of the form. Renders nothing if none is configured. */
export function SignUpElsewhere({ next }: { next: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime(setFailure);
  if (!useConfig()?.signIn.providers.length) return null;
  return (
    <div className="mt-4 grid gap-4">
      <OrLine />
      {failure && <InlineError>{failure}</InlineError>}
      <ProviderButtons next={next} {...oneAtATime} />
    </div>
  );
}
