import { type KeyboardEvent, useState } from 'react';
import { RECTANGLE_MIN, type RegionRectangle } from '#domain/image-region.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';

interface RectangleFieldsProps {
  disabled: boolean;
  onAdd: (rectangle: RegionRectangle) => void;
}

const EDGES = ['left', 'top', 'width', 'height'] as const;
type Edge = (typeof EDGES)[number];

/** Marks a part without drawing: position and size of a rectangle, in percent of the picture. */
export function RectangleFields({ disabled, onAdd }: RectangleFieldsProps) {
  const [typed, setTyped] = useState<Record<Edge, string>>({
    left: '25',
    top: '25',
    width: '50',
    height: '50',
  });
  const rectangle = toRectangle(typed);
  const add = () => rectangle && !disabled && onAdd(rectangle);
  // Enter in a field would submit the form.
  const addByEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <details>
      <summary className="type-meta w-fit cursor-pointer text-text-2">
        {t('delegation.region.numbers')}
      </summary>
      <div className="mt-3 grid grid-cols-2 items-end gap-3 md:grid-cols-4">
        {EDGES.map((edge) => (
          <TextField
            key={edge}
            label={t(`delegation.region.${edge}`)}
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            step="any"
            value={typed[edge]}
            onChange={({ target: { value } }) => setTyped({ ...typed, [edge]: value })}
            onKeyDown={addByEnter}
          />
        ))}
      </div>
      <Button size="s" className="mt-3" disabled={disabled || rectangle === null} onClick={add}>
        {t('delegation.region.add')}
      </Button>
    </details>
  );
}

/** Clipped to the picture; null if outside it. */
function toRectangle(typed: Record<Edge, string>): RegionRectangle | null {
  const [left = 0, top = 0, wide = 0, high = 0] = EDGES.map((edge) => Number.parseFloat(typed[edge]) / 100);
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [width, height] = [Math.min(1, left + wide) - x, Math.min(1, top + high) - y];
  // Also false for NaN.
  return width >= RECTANGLE_MIN && height >= RECTANGLE_MIN
    ? { shape: 'rectangle', x, y, width, height }
    : null;
}
