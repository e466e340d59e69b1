import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

export interface MenuProps {
  /** The button that opens it; it needs a name (`IconButton`, `Button`). */
  trigger: ReactElement;
  /** `MenuItem`s, and anything quiet above them. */
  children: ReactNode;
  align?: 'start' | 'end';
}

/** Arrow keys move, letters jump, Escape closes and gives the focus back. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-20">
          <Base.Popup className="min-w-44 rounded-control border border-line-strong bg-raised p-1 shadow-menu outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
