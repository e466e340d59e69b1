import { LogOut } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import { signOut, useSession } from '#web/lib/session.ts';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-item.tsx';
import { initials } from './initials.ts';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const email = useSession((state) => state.user?.email ?? '');
  const fullName = useSession((state) => state.profile?.full_name ?? '');
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="hit-40 grid size-8 place-items-center rounded-round bg-well text-text-2 [font:600_.75rem/1_var(--font-text)] focus-visible:rounded-round"
        >
          <span aria-hidden>{initials(fullName || email)}</span>
          <span className="sr-only">Account: {email}</span>
        </button>
      }
    >
      <p className="type-meta max-w-70 truncate border-b border-line px-2.5 pt-1.5 pb-2.5 text-text-3">
        {email}
      </p>
      <div className="h-1" />
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => void signOut()}>
        {messages.labels.signOut}
      </MenuItem>
    </Menu>
  );
}
