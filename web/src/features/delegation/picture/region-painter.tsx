import Eraser from 'lucide-react/icons/eraser';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { countPoints, REGION_MARKS_MAX, REGION_POINTS_MAX, type RegionMark } from '#domain/image-region.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RangeField } from '#web/ui/controls/range-field.tsx';
import { LostPicture } from './lost-picture.tsx';
import { RectangleFields } from './rectangle-fields.tsx';
import { RegionSurface } from './region-surface.tsx';
import type { StoredFile } from './to-region.ts';
import { usePicture } from './use-picture.ts';

export interface RegionPainterProps {
  /** Picture to mark. */
  file: StoredFile;
  marks: readonly RegionMark[];
  onChange: (marks: readonly RegionMark[]) => void;
}

/** Percent of the picture's longer edge. */
const USUAL_BRUSH = 8;

/** Marks parts of a picture by painting with mouse, pen or finger, or by rectangles in numbers. */
export function RegionPainter({ file, marks, onChange }: RegionPainterProps) {
  const picture = usePicture(file);
  const [brush, setBrush] = useState(USUAL_BRUSH);
  if (picture.isLost) return <LostPicture picture={picture} />;
  if (!picture.src) return null;
  const room = REGION_POINTS_MAX - countPoints(marks);
  const isFull = room <= 0 || marks.length >= REGION_MARKS_MAX;
  const add = (mark: RegionMark) => {
    if (!isFull) onChange([...marks, mark]);
  };
  return (
    <div className="grid min-w-0 gap-3">
      <p className="type-meta text-text-3">{t('delegation.region.hint')}</p>
      <RegionSurface
        src={picture.src}
        marks={marks}
        brush={brush / 100}
        room={isFull ? 0 : room}
        onStroke={add}
        onFailed={picture.onError}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-40 grow max-md:basis-full">
          <RangeField
            label={t('delegation.region.brush')}
            min={1}
            max={30}
            value={brush}
            onChange={setBrush}
          />
        </div>
        <Button
          size="s"
          icon={<Undo2 size={14} aria-hidden />}
          disabled={marks.length === 0}
          onClick={() => onChange(marks.slice(0, -1))}
        >
          {t('delegation.region.undo')}
        </Button>
        <Button
          size="s"
          icon={<Eraser size={14} aria-hidden />}
          disabled={marks.length === 0}
          onClick={() => onChange([])}
        >
          {t('delegation.region.clear')}
        </Button>
      </div>
      <output className="type-meta text-text-3">
        {t('delegation.region.marked', { count: marks.length })}
        {isFull && ` ${t('delegation.region.full')}`}
      </output>
      <RectangleFields disabled={isFull} onAdd={add} />
    </div>
  );
}
