import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  /** Deletes something. */
  damage?: boolean;
  /** Opens a submenu in the same menu. */
  staysOpen?: boolean;
}

/** Item of a `Menu`, which closes on a press and moves focus between its items. */
export function MenuItem({ children, icon, onSelect, damage = false, staysOpen }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-stays-open={staysOpen}
      onClick={onSelect}
      className={classNames(
        'type-ui flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-check px-2.5 whitespace-nowrap outline-none select-none hover:bg-well focus:bg-well max-md:min-h-11',
        damage ? 'text-damage' : 'text-text',
      )}
    >
      {icon}
      {children}
    </button>
  );
}
