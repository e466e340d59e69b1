import { type ReactNode, useState } from 'react';
import { t } from '#web/texts/app.ts';
import { RangeField } from '#web/ui/controls/range-field.tsx';

declare module 'react' {
  interface CSSProperties {
    /** Where one picture ends and the other begins. */
    '--split'?: string;
  }
}

interface ComparePicturesProps {
  before: ReactNode;
  after: ReactNode;
  /** Draws the ground that both lie on. */
  frame: (pictures: ReactNode) => ReactNode;
}

/** Two pictures of one shape, one lying on the other up to a line that is drawn to and fro. */
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
