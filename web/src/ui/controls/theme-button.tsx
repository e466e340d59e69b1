import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { t } from '#web/texts/app.ts';

/**
 * Cycles through system, light and dark. CSS shows one of three icons and labels by `data-theme` on <html>,
 * which is set before the first paint, so the button needs no state and also works on the landing page, which
 * has no React.
 */
export function ThemeButton({ onPress }: { onPress?: () => void }) {
  return (
    <button
      type="button"
      data-theme-button
      onClick={onPress}
      className="theme-button hit-40 inline-grid size-8 place-items-center rounded-control text-text-3 hover:bg-well hover:text-text"
    >
      <span data-shows="system">
        <SunMoon size={16} aria-hidden />
        <span className="sr-only">{t('ui.theme.system')}</span>
      </span>
      <span data-shows="light">
        <Sun size={16} aria-hidden />
        <span className="sr-only">{t('ui.theme.light')}</span>
      </span>
      <span data-shows="dark">
        <Moon size={16} aria-hidden />
        <span className="sr-only">{t('ui.theme.dark')}</span>
      </span>
    </button>
  );
}
