import { t } from '#web/texts/pages.ts';
import { EmbedFrame } from '#web/ui/feedback/embed-frame.tsx';

/** The form of another host, and whose it is. */
export function RedeemEmbed({ url }: { url: string }) {
  return (
    <>
      <p className="type-meta mb-3 flex flex-wrap justify-between gap-x-6 text-text-3">
        {t('redeem.frame_lead', { host: new URL(url).host })}
        <a className="link" href={url} target="_blank">
          {t('redeem.new_window')}
        </a>
      </p>
      <EmbedFrame title={t('redeem.frame')} src={url} />
    </>
  );
}
