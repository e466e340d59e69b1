import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { type ItemPartProps, MenuItemContext } from './menu-item.tsx';

export interface OpenMenuProps {
  trigger: ReactElement;
  children: ReactNode;
  align: 'start' | 'end';
}

/** The machinery of a `Menu`, which loads it. Open from the start, because a press is why it is here. */
export function OpenMenu({ trigger, children, align }: OpenMenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-20">
          <Base.Popup className="min-w-44 rounded-control border border-line-strong bg-raised p-1 shadow-menu outline-none">
            <MenuItemContext value={drawItem}>{children}</MenuItemContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function drawItem(props: ItemPartProps): ReactNode {
  return <Base.Item {...props} />;
}
