import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { signOut, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import { initials } from './initials.ts';
import { PAGES } from './pages.ts';

const MENU_PAGES = PAGES.filter(({ inUserMenu }) => inUserMenu);

/** Who is signed in, what is theirs to set, and the way out. */
export function UserMenu() {
  const navigate = useNavigate();
  const email = useSession((state) => state.user?.email ?? '');
  const fullName = useSession((state) => state.profile?.full_name ?? '');
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="hit-40 grid size-8 shrink-0 place-items-center rounded-round bg-well text-text-2 [font:600_.75rem/1_var(--font-text)] focus-visible:rounded-round"
        >
          <span aria-hidden>{initials(fullName || email)}</span>
          <span className="sr-only">{t('shell.account', { email })}</span>
        </button>
      }
    >
      <p className="type-meta max-w-70 truncate border-b border-line px-2.5 pt-1.5 pb-2.5 text-text-3">
        {email}
      </p>
      <div className="h-1" />
      {MENU_PAGES.map(({ to, label, Icon }) => (
        <MenuItem key={to} icon={<Icon size={16} aria-hidden />} onSelect={() => void navigate(to)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => void signOut()}>
        {t('shell.sign_out')}
      </MenuItem>
    </Menu>
  );
}
