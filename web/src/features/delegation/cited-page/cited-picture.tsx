import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import type { Source } from '#domain/evidence.ts';
import type { Attachment } from '#domain/rows/run-row.ts';
import { t } from '#web/texts/later.ts';
import { LostPicture } from '../picture/lost-picture.tsx';
import { usePicture } from '../picture/use-picture.ts';
import { Passages } from './passages.tsx';

interface CitedPictureProps {
  file: Pick<Attachment, 'path'>;
  source: Source;
}

/** A page that is a picture of its own, below what was read on it. */
export function CitedPicture({ file: { path }, source: { title, quotes } }: CitedPictureProps) {
  const picture = usePicture({ bucket: ATTACHMENT_BUCKET, path });
  return (
    <>
      <Passages quotes={quotes} />
      <p className="type-meta mt-4 mb-2 text-text-2">{t('delegation.page.no_text')}</p>
      {picture.isLost ? (
        <LostPicture picture={picture} />
      ) : (
        picture.src && (
          <img
            src={picture.src}
            alt={title}
            className="block w-full outline outline-line-strong"
            onError={picture.onError}
          />
        )
      )}
    </>
  );
}
