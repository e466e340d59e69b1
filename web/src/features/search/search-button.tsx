import Search from 'lucide-react/icons/search';
import { t } from '#web/texts/app.ts';
import { MODIFIER_KEY } from '#web/ui/overlays/modifier-key.ts';
import { usePalette } from './open-palette.ts';

/** Opens the palette. Icon only on phones; without key hints on tablets. */
export function SearchButton() {
  const open = usePalette((state) => state.open);
  return (
    <button
      type="button"
      onClick={open}
      className="hit-40 type-meta flex h-8 min-w-0 items-center gap-2 rounded-control text-text-3 hover:text-text max-md:w-8 max-md:justify-center max-md:hover:bg-well md:w-70 md:bg-well md:px-2.5"
    >
      <Search size={16} aria-hidden className="shrink-0 md:size-3.5" />
      <span className="truncate max-md:sr-only">{t('search.open')}</span>
      {/* The page's file doesn't know the platform. */}
      <kbd
        aria-hidden
        suppressHydrationWarning
        className="ms-auto shrink-0 bg-page whitespace-nowrap max-lg:hidden"
      >
        {MODIFIER_KEY} K
      </kbd>
    </button>
  );
}
