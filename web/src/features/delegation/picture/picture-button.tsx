import type { RunFile } from '#domain/rows/response-row.ts';
import { t } from '#web/texts/app.ts';
import { LostPicture } from './lost-picture.tsx';
import { usePicture } from './use-picture.ts';

interface PictureButtonProps {
  file: RunFile;
  title: string;
  onOpen: () => void;
}

/** Thumbnail on a slip that opens the picture. */
export function PictureButton({ file, title, onOpen }: PictureButtonProps) {
  const picture = usePicture(file);
  const { width = 1, height = 1 } = file;
  if (picture.isLost) return <LostPicture picture={picture} />;
  return (
    <button
      type="button"
      aria-label={t('delegation.image.open')}
      className="picture-ground mt-1.5 flex-none cursor-zoom-in"
      style={{ aspectRatio: `${width} / ${height}`, height: 132, maxWidth: '100%' }}
      onClick={onOpen}
    >
      {picture.src && (
        <img
          src={picture.src}
          onError={picture.onError}
          alt={t('delegation.image.alt', { title })}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="block size-full object-cover"
        />
      )}
    </button>
  );
}
