import { SquarePen } from 'lucide-react';
import { NavLink } from 'react-router';
import { fetchAhead } from '#web/lib/page/page-code.ts';
import { t } from '#web/texts/app.ts';
import { PAGES } from './pages.ts';

const MAIN_PAGES = PAGES.filter(({ isMinor }) => !isMinor);

const ITEM =
  'grid min-h-12 min-w-18 justify-items-center gap-0.5 py-1.5 [font:500_.75rem/1rem_var(--font-text)]';

/** Below 768 px: the pages, and the one thing that is done most. */
export function BottomBar({ onAddTask }: { onAddTask?: (() => void) | undefined }) {
  return (
    <nav
      aria-label={t('shell.main')}
      className="fixed inset-x-0 bottom-0 z-5 flex justify-around border-t border-line bg-page px-2 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] md:hidden"
    >
      {MAIN_PAGES.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          {...fetchAhead(to)}
          className={`${ITEM} text-text-3 aria-[current=page]:text-text`}
        >
          <Icon size={20} aria-hidden />
          {label}
        </NavLink>
      ))}
      {onAddTask && (
        <button type="button" onClick={onAddTask} className={`${ITEM} text-ink`}>
          <SquarePen size={20} aria-hidden />
          {t('shell.add_task')}
        </button>
      )}
    </nav>
  );
}
