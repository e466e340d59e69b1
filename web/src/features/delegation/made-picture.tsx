import { type ReactNode, useState } from 'react';
import type { RunFile } from '#web/lib/rows.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { ComparePictures } from './compare-pictures.tsx';
import { useSignedUrl } from './use-signed-url.ts';

interface MadePictureProps {
  file: RunFile;
  title: string;
  /** Where it was made by changing another one, and has kept its shape. */
  original: { readonly bucket: string; readonly path: string } | undefined;
}

/** A picture at full size, and the one it was made from. */
export function MadePicture({ file, title, original }: MadePictureProps) {
  const link = useSignedUrl(file);
  const before = useSignedUrl(original);
  const [hasFailed, setHasFailed] = useState(false);
  const { width = 1024, height = 1024 } = file;
  if (link.isError || hasFailed) {
    const again = () => {
      setHasFailed(false);
      void link.refetch();
    };
    return (
      <InlineError
        action={
          <Button look="plain" size="s" busy={link.isFetching} onClick={again}>
            {t('delegation.load_again')}
          </Button>
        }
      >
        {t('delegation.image.failed')}
      </InlineError>
    );
  }
  // Its place is kept while it comes, so that nothing below it moves.
  const frame = (pictures: ReactNode) => (
    <div className="picture-ground" style={{ aspectRatio: `${width} / ${height}`, maxWidth: width }}>
      {pictures}
    </div>
  );
  if (!link.data) return frame(null);
  const after = (
    <img
      src={link.data}
      alt={t('delegation.image.alt', { title })}
      width={width}
      height={height}
      className="block size-full object-cover"
      onError={() => setHasFailed(true)}
    />
  );
  if (!before.data) return frame(after);
  const alt = t('delegation.image.alt_original', { title });
  const beneath = <img src={before.data} alt={alt} className="block size-full object-cover" />;
  return <ComparePictures before={beneath} after={after} frame={frame} />;
}
