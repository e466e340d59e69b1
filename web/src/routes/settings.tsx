import { SettingsPage } from '#web/features/settings/settings-page.tsx';
import { useShortcutsDialog } from '#web/features/shell/open-shortcuts.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useCheckoutSuccess } from '#web/lib/plans/use-checkout-success.ts';
import { t } from '#web/texts/settings.ts';

export const meta = () =>
  pageMeta({
    title: t('settings.title'),
    description: t('settings.description'),
    path: '/settings',
    hidden: true,
  });

export default function Settings() {
  useCheckoutSuccess();
  return <SettingsPage onShortcuts={useShortcutsDialog((state) => state.open)} />;
}
