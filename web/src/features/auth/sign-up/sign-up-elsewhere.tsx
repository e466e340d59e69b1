import { useConfig } from '#web/lib/server/use-config.ts';
import { OrLine } from '../or-line.tsx';
import { ProviderButtons } from '../provider-buttons.tsx';
import { useOneAtATime } from '../use-one-at-a-time.ts';

interface SignUpElsewhereProps {
  next: string;
  /** Reports the error message, for the form to show; null at the start of each attempt. */
  onFailed: (sentence: string | null) => void;
}

/** Sign-up by other services, instead of the form. Renders nothing if none is configured. */
export function SignUpElsewhere({ next, onFailed }: SignUpElsewhereProps) {
  const oneAtATime = useOneAtATime(onFailed);
  if (!useConfig()?.signIn.providers.length) return null;
  return (
    <div className="grid gap-4">
      <OrLine />
      <ProviderButtons next={next} {...oneAtATime} />
    </div>
  );
}
