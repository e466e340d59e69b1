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

/** Look of everything in a menu that can be pressed. */
export const MENU_ITEM =
  'type-ui flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-check px-2.5 whitespace-nowrap outline-none select-none hover:bg-well focus:bg-well max-md:min-h-11';

/** Item of a `Menu`, which closes on a press and moves focus between its items. */
export function MenuItem({ children, icon, onSelect, damage = false, staysOpen }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-stays-open={staysOpen}
      onClick={onSelect}
      className={classNames(MENU_ITEM, damage ? 'text-damage' : 'text-text')}
    >
      {icon}
      {children}
    </button>
  );
}
