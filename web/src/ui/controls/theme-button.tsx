import { Moon, Sun, SunMoon } from 'lucide-react';
import { t } from '#web/texts/app.ts';

/**
 * System, light, dark, in a circle. Which of the three icons and names shows is decided in CSS by
 * `data-theme` on <html>, which is set before the first paint: the button needs no state of its own,
 * and works the same on the landing page, where no React runs.
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
