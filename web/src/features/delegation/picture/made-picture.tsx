import type { ReactNode } from 'react';
import type { RunFile } from '#domain/rows/response-row.ts';
import { t } from '#web/texts/later.ts';
import { ComparePictures } from './compare-pictures.tsx';
import { LostPicture } from './lost-picture.tsx';
import { usePicture } from './use-picture.ts';
import { useSignedUrl } from './use-signed-url.ts';

interface MadePictureProps {
  file: RunFile;
  title: string;
  /** Set if the picture is an edit in the shape of its original. */
  original: { readonly bucket: string; readonly path: string } | undefined;
}

/** A picture at full size, with its original for comparison. */
export function MadePicture({ file, title, original }: MadePictureProps) {
  const picture = usePicture(file);
  const before = useSignedUrl(original);
  const { width = 1024, height = 1024 } = file;
  if (picture.isLost) return <LostPicture picture={picture} />;
  // Reserves the space while loading, so that nothing below shifts.
  const frame = (pictures: ReactNode) => (
    <div className="picture-ground" style={{ aspectRatio: `${width} / ${height}`, maxWidth: width }}>
      {pictures}
    </div>
  );
  if (!picture.src) return frame(null);
  const after = (
    <img
      src={picture.src}
      alt={t('delegation.image.alt', { title })}
      width={width}
      height={height}
      className="block size-full object-cover"
      onError={picture.onError}
    />
  );
  if (!before.data) return frame(after);
  const alt = t('delegation.image.alt_original', { title });
  const beneath = <img src={before.data} alt={alt} className="block size-full object-cover" />;
  return <ComparePictures before={beneath} after={after} frame={frame} />;
}
