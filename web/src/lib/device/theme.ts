/** Chosen theme; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

export const THEME_KEY = 'errand-theme';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies a theme and stores it on this device. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be forbidden; the theme then lasts as long as the page.
  }
}

/** Applies the stored theme again after <html> was re-rendered. */
export function restoreTheme(): void {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    if (kept === 'light' || kept === 'dark') setTheme(kept);
  } catch {
    // Storage may be forbidden: use the default.
  }
}

export function cycleTheme(): void {
  setTheme(NEXT[currentTheme()]);
}
