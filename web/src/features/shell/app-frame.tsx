import SquarePen from 'lucide-react/icons/square-pen';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { CONTENT_ID } from '#web/lib/device/focus.ts';
import { cycleTheme } from '#web/lib/device/theme.ts';
import { BrandMark } from '#web/lib/page/brand-mark.tsx';
import { fetchAhead } from '#web/lib/page/page-code.ts';
import { t } from '#web/texts/app.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { PAGES } from './pages.ts';

const MAIN_PAGES = PAGES.filter(({ isMinor }) => !isMinor);

const ITEM =
  'grid min-h-12 min-w-18 justify-items-center gap-0.5 py-1.5 [font:500_.75rem/1rem_var(--font-text)]';

/** Navigation below 768 px: the pages, and the add button. */
function BottomBar({ onAddTask }: { onAddTask?: (() => void) | undefined }) {
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

export interface AppFrameProps {
  children: ReactNode;
  /** Shown at the start of the header. */
  search?: ReactNode;
  /** Plan and credits, towards the end of the header. */
  credits?: ReactNode;
  /** The account's menu, at the end of the header. */
  account: ReactNode;
  /** The `SideBar` with its counts. */
  sideBar: ReactNode;
  /** Opens the form for a new task, from the bottom bar on phones. */
  onAddTask?: (() => void) | undefined;
}

/** Sidebar and header; below 768 px the sidebar becomes a bottom bar. */
export function AppFrame({ children, search, credits, account, sideBar, onAddTask }: AppFrameProps) {
  return (
    <div className="grid min-h-dvh md:grid-cols-[216px_minmax(0,1fr)]">
      <a href={`#${CONTENT_ID}`} className="skip-link">
        {t('shell.skip')}
      </a>
      {sideBar}
      <div className="min-w-0">
        <header className="flex h-14 items-center gap-2 px-4 md:gap-3 md:px-8">
          <Link to="/dashboard" className="flex md:hidden">
            <BrandMark />
          </Link>
          <span className="grow md:hidden" />
          {search}
          <span className="grow max-md:hidden" />
          {credits}
          {/* Hidden on phones for lack of room; settings and palette have it too. */}
          <span className="max-md:hidden">
            <ThemeButton onPress={cycleTheme} />
          </span>
          {account}
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className="max-w-266 px-4 pt-2 pb-28 md:px-8 md:pt-4 md:pb-20">
          {children}
        </main>
      </div>
      <BottomBar onAddTask={onAddTask} />
    </div>
  );
}
