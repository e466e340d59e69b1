import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  /** Deletes something. */
  damage?: boolean;
  disabled?: boolean;
}

export function MenuItem({ children, icon, onSelect, damage = false, disabled }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={classNames(
        'type-ui flex min-h-8 cursor-default items-center gap-2.5 rounded-check px-2.5 outline-none select-none max-md:min-h-11',
        'data-highlighted:bg-well data-disabled:text-control',
        damage ? 'text-damage' : 'text-text',
      )}
    >
      {icon}
      {children}
    </Base.Item>
  );
}
