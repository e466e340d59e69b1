import { type ReactNode, useState } from 'react';
import { t } from '#web/texts/later.ts';
import { RangeField } from '#web/ui/controls/range-field.tsx';

declare module 'react' {
  interface CSSProperties {
    /** Position of the divider. */
    '--split'?: string;
  }
}

interface ComparePicturesProps {
  before: ReactNode;
  after: ReactNode;
  /** Renders the background behind both. */
  frame: (pictures: ReactNode) => ReactNode;
}

/** Before and after with a draggable divider; both have the same shape. */
export function ComparePictures({ before, after, frame }: ComparePicturesProps) {
  const [split, setSplit] = useState(0);
  return (
    <>
      {frame(
        <div className="compare" style={{ '--split': `${split}%` }}>
          {after}
          <div className="compare-before">{before}</div>
          {split > 0 && <i aria-hidden className="compare-line" />}
        </div>,
      )}
      <div className="not-printed mt-3 max-w-80">
        <RangeField
          label={t('delegation.image.compare')}
          min={0}
          max={100}
          value={split}
          onChange={setSplit}
        />
      </div>
    </>
  );
}
