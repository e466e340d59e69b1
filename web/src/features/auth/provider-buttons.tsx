import LogIn from 'lucide-react/icons/log-in';
import { providerName } from '#web/lib/format/provider-name.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { goToProvider } from './sign-in-elsewhere.ts';
import type { OneAtATime } from './use-one-at-a-time.ts';

/** A button for each configured sign-in service. */
export function ProviderButtons({ next, busy, run }: OneAtATime & { next: string }) {
  return useConfig()?.signIn.providers.map((provider) => (
    <Button
      key={provider}
      className="md:h-10"
      icon={<LogIn size={16} aria-hidden />}
      busy={busy === provider}
      busyLabel={t('auth.elsewhere.busy')}
      onClick={() => run(provider, () => goToProvider(provider, next))}
    >
      {t('auth.elsewhere.use', { provider: providerName(provider) })}
    </Button>
  ));
}
