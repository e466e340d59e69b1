import { ListChecks, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { messages } from '#domain/messages.ts';
import { BrandMark } from '#web/lib/brand-mark.tsx';
import { CONTENT_ID } from '#web/lib/focus.ts';
import { cycleTheme } from '#web/lib/theme.ts';
import { ThemeButton } from '#web/ui/theme-button.tsx';
import { UserMenu } from './user-menu.tsx';

export interface AppFrameProps {
  children: ReactNode;
  /** Plan and credits, at the end of the top line. */
  credits?: ReactNode;
  /** Opens the form of a new task, from the bottom bar on the phone. */
  onAddTask?: () => void;
}

/** The pages of the app. What does not exist yet is not shown; a new page is one more line here. */
const PAGES = [{ to: '/dashboard', label: messages.labels.dashboard, Icon: ListChecks }] as const;

/** Sidebar and top line; below 768 px the sidebar becomes a bar at the bottom. */
export function AppFrame({ children, credits, onAddTask }: AppFrameProps) {
  return (
    <div className="grid min-h-dvh md:grid-cols-[216px_minmax(0,1fr)]">
      <a href={`#${CONTENT_ID}`} className="skip-link">
        Skip to the list
      </a>
      <SideBar />
      <div className="min-w-0">
        <header className="flex h-14 items-center gap-2 px-4 md:gap-3 md:px-8">
          <Link to="/dashboard" className="md:hidden">
            <BrandMark />
          </Link>
          <span className="grow" />
          {credits}
          <ThemeButton onPress={cycleTheme} />
          <UserMenu />
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className="max-w-266 px-4 pt-2 pb-28 md:px-8 md:pt-4 md:pb-20">
          {children}
        </main>
      </div>
      <BottomBar onAddTask={onAddTask} />
    </div>
  );
}

function SideBar() {
  return (
    <aside className="border-e border-line bg-desk max-md:hidden">
      <div className="sticky top-0 flex h-dvh flex-col gap-6 px-3 py-4">
        <Link to="/dashboard" className="self-start px-2 py-1">
          <BrandMark />
        </Link>
        <nav aria-label="Main" className="grid gap-0.5">
          {PAGES.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to}
              className="type-ui flex h-8 items-center gap-2.5 rounded-control px-2 text-text-2 hover:bg-well aria-[current=page]:bg-well aria-[current=page]:text-text"
            >
              <Icon size={16} aria-hidden />
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
    </aside>
  );
}

const BAR_ITEM =
  'grid min-h-12 min-w-20 justify-items-center gap-0.5 py-1.5 [font:500_.75rem/1rem_var(--font-text)]';

function BottomBar({ onAddTask }: Pick<AppFrameProps, 'onAddTask'>) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-5 flex justify-around border-t border-line bg-page px-2 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] md:hidden"
    >
      {PAGES.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} className={`${BAR_ITEM} text-text-3 aria-[current=page]:text-text`}>
          <Icon size={20} aria-hidden />
          {label}
        </NavLink>
      ))}
      {onAddTask && (
        <button type="button" onClick={onAddTask} className={`${BAR_ITEM} text-ink`}>
          <SquarePen size={20} aria-hidden />
          {messages.labels.addTask}
        </button>
      )}
    </nav>
  );
}
