import LogOut from 'lucide-react/icons/log-out';
import { useNavigate } from 'react-router';
import { signOut, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import { PAGES } from './pages.ts';

/** Up to two letters for an avatar: "Mara Lindqvist" ML, "mara@example.com" M. Never splits a grapheme. */
export function initials(name: string): string {
  const words = name.split('@')[0]?.trim().split(/\s+/).filter(Boolean) ?? [];
  const first = words.at(0);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => firstCharacter(word ?? ''))
    .join('')
    .toLocaleUpperCase();
}

/** Single graphemes that need no segmenter: creating the first one costs a phone a few hundred milliseconds. */
const PLAIN_LETTER = /^[\p{Script=Latin}\p{Nd}](?![\p{M}\u200d])/u;

function firstCharacter(word: string): string {
  const plain = PLAIN_LETTER.exec(word)?.[0];
  if (plain !== undefined) return plain;
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}

const MENU_PAGES = PAGES.filter(({ inUserMenu }) => inUserMenu);

/** Account menu: email, settings, sign out. */
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
