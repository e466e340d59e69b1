import type { ReactNode } from 'react';
import {
  IMAGE_BACKGROUNDS,
  IMAGE_FORMATS,
  IMAGE_SIZES,
  type ImageAspectRatio,
  type ImageFormat,
} from '#domain/ai-task.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import { t } from '#web/texts/later.ts';
import { ChoiceGroup } from '#web/ui/controls/choice-group.tsx';
import { RangeField } from '#web/ui/controls/range-field.tsx';

interface ImageOptionsFieldsProps {
  value: ImageOptions;
  /** There is a picture whose shape can be kept. */
  hasOriginal: boolean;
  onChange: (value: ImageOptions) => void;
  /** An extra field, in the same grid. */
  children: ReactNode;
}

/** Shape, format and format options: JPEG and WebP can be compressed, PNG and WebP can be transparent. */
export function ImageOptionsFields({ value, hasOriginal, onChange, children }: ImageOptionsFieldsProps) {
  const { aspect_ratio, format, compression, background } = value;
  const change = (part: Partial<ImageOptions>) => onChange({ ...value, ...part });
  const shapes = ORDER.filter((ratio) => ratio !== 'original' || hasOriginal);
  return (
    <>
      <ChoiceGroup
        legend={t('delegation.image.shape')}
        choices={shapes.map((ratio) => ({
          value: ratio,
          label: ratio === 'original' ? t('delegation.image.original') : ratio,
          icon: <Shape ratio={ratio} />,
        }))}
        value={aspect_ratio}
        onChange={(ratio) => change({ aspect_ratio: ratio })}
      />
      <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
        <ChoiceGroup
          legend={t('delegation.image.format')}
          choices={IMAGE_FORMATS.map((one) => ({ value: one, label: FORMAT_NAMES[one] }))}
          value={format}
          onChange={(one) => change({ format: one, ...(one === 'jpeg' && { background: 'opaque' }) })}
        />
        {format !== 'png' && (
          <RangeField
            label={t('delegation.image.compression')}
            min={0}
            max={100}
            value={compression}
            onChange={(pressed) => change({ compression: pressed })}
          />
        )}
        {format !== 'jpeg' && (
          <ChoiceGroup
            legend={t('delegation.image.background')}
            choices={IMAGE_BACKGROUNDS.map((one) => ({
              value: one,
              label: t(`delegation.image.background.${one}`),
            }))}
            value={background}
            onChange={(one) => change({ background: one })}
          />
        )}
        {children}
      </div>
    </>
  );
}

/** Existing shapes first. */
const ORDER = ['original', '1:1', '16:9', '2:3'] as const satisfies readonly ImageAspectRatio[];

/** Proper names, the same in every language. */
const FORMAT_NAMES: Readonly<Record<ImageFormat, string>> = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' };

const AREA = 170;

/** Icon of the aspect ratio. */
function Shape({ ratio }: { ratio: ImageAspectRatio }) {
  const size = IMAGE_SIZES[ratio] ?? { width: 4, height: 3 };
  const scale = Math.sqrt(AREA / (size.width * size.height));
  return (
    <i
      aria-hidden
      className={`border-[1.5px] border-current ${ratio === 'original' ? 'border-dashed' : ''}`}
      style={{ width: Math.round(size.width * scale), height: Math.round(size.height * scale) }}
    />
  );
}
