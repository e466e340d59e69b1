import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { MENU_ITEM } from './menu-item.tsx';

export interface MenuCheckProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Choice in a `Menu`, which stays open: the choice is about its other items. */
export function MenuCheck({ children, checked, onChange }: MenuCheckProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      onClick={() => onChange(!checked)}
      className={`${MENU_ITEM} mt-1 border-t border-line text-text`}
    >
      <span className="grid size-4 place-items-center rounded-[3px] border border-control" aria-hidden>
        {checked && <Check size={12} />}
      </span>
      {children}
    </button>
  );
}
