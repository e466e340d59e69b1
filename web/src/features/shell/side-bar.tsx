import { memo, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { BrandMark } from '#web/lib/page/brand-mark.tsx';
import { fetchAhead } from '#web/lib/page/page-code.ts';
import { t } from '#web/texts/app.ts';
import { PAGES } from './pages.ts';

/** Counts shown beside a page of the sidebar. */
export interface PageContents {
  readonly count?: number | undefined;
  /** The first few pages below it. */
  readonly links?: readonly { readonly to: string; readonly label: string }[] | undefined;
}

export interface SideBarProps {
  /** By the page's path. */
  contents?: Readonly<Record<string, PageContents>> | undefined;
  /** Shown at the bottom. */
  foot?: ReactNode;
}

const ITEM =
  'flex items-center gap-2.5 rounded-control px-2 hover:bg-well aria-[current=page]:bg-well aria-[current=page]:text-text';

/** Page navigation. Memoised: most re-renders around it don't affect it. */
export const SideBar = memo(function SideBar({ contents = {}, foot }: SideBarProps) {
  const { pathname } = useLocation();
  return (
    <aside className="border-e border-line bg-desk max-md:hidden">
      <div className="sticky top-0 flex h-dvh flex-col gap-6 overflow-y-auto px-3 py-4">
        <Link to="/dashboard" className="self-start px-2 py-1">
          <BrandMark />
        </Link>
        <nav aria-label={t('shell.main')} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
          {PAGES.map(({ to, label, Icon }) => (
            <div key={to} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
              {/* A page isn't marked as current while one of its listed subpages is. */}
              <NavLink
                end={contents[to]?.links?.some((link) => link.to === pathname)}
                to={to}
                {...fetchAhead(to)}
                className={`type-ui h-8 text-text-2 ${ITEM}`}
              >
                <Icon size={16} aria-hidden />
                {label}
                {contents[to]?.count !== undefined && (
                  <span aria-hidden className="type-slip ms-auto text-text-3">
                    {contents[to].count}
                  </span>
                )}
              </NavLink>
              {contents[to]?.links?.map((link) => (
                <NavLink
                  key={link.to}
                  to={link.to}
                  {...fetchAhead(link.to)}
                  title={link.label}
                  className={`type-meta h-7.5 ps-8.5 text-text-3 ${ITEM}`}
                >
                  <span dir="auto" className="truncate">
                    {link.label}
                  </span>
                </NavLink>
              ))}
            </div>
          ))}
        </nav>
        {foot && <div className="mt-auto border-t border-line pt-2">{foot}</div>}
      </div>
    </aside>
  );
});
