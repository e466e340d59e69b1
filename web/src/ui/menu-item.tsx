import { createContext, type ReactNode, use } from 'react';
import { classNames } from './class-names.ts';

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  /** Deletes something. */
  damage?: boolean;
  disabled?: boolean;
}

export interface ItemPartProps {
  onClick: () => void;
  disabled?: boolean;
  className: string;
  children: ReactNode;
}

/** The open menu says how an item is drawn, so that naming an item does not load the menu. */
export const MenuItemContext = createContext<((props: ItemPartProps) => ReactNode) | null>(null);

export function MenuItem({ children, icon, onSelect, damage = false, disabled }: MenuItemProps) {
  const drawItem = use(MenuItemContext);
  if (drawItem === null) return null;
  return drawItem({
    onClick: onSelect,
    disabled,
    className: classNames(
      'type-ui flex min-h-8 cursor-default items-center gap-2.5 rounded-check px-2.5 outline-none select-none max-md:min-h-11',
      'data-highlighted:bg-well data-disabled:text-control',
      damage ? 'text-damage' : 'text-text',
    ),
    children: (
      <>
        {icon}
        {children}
      </>
    ),
  });
}
