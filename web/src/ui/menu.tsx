import { type ComponentType, cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import type { OpenMenuProps } from './open-menu.tsx';

export interface MenuProps {
  /** The button that opens it; it needs a name (`IconButton`, `Button`). */
  trigger: ReactElement<TriggerProps>;
  /** `MenuItem`s, and anything quiet above them. */
  children: ReactNode;
  align?: 'start' | 'end';
}

interface TriggerProps {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
}

const load = () => import('./open-menu.tsx');
/** Fetched when the pointer or the focus comes near. A failure matters only if the menu is then wanted. */
const preload = () => void load().catch(() => undefined);

/**
 * Arrow keys move, letters jump, Escape closes and gives the focus back. Until it is first opened, a menu is
 * only its button: the machinery (45 kB) stays out of the first load, and a list of a hundred rows stays light.
 */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const [OpenMenu, setOpenMenu] = useState<ComponentType<OpenMenuProps> | null>(null);
  if (OpenMenu) {
    return (
      <OpenMenu trigger={trigger} align={align}>
        {children}
      </OpenMenu>
    );
  }
  const open = () => {
    load().then((loaded) => setOpenMenu(() => loaded.OpenMenu), reportError);
  };
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
  });
}
