import { type TextId, t } from '#web/texts/pages.ts';
import { EmbedFrame } from '#web/ui/feedback/embed-frame.tsx';
import type { PolicyName } from './policy.ts';
import { policyAddress } from './policy-address.ts';

export interface PolicyEmbedProps {
  name: PolicyName;
  heading: TextId;
  /** As configured: with `{policy}` for the name. */
  address: string;
}

export function PolicyEmbed({ name, heading, address }: PolicyEmbedProps) {
  const url = policyAddress(address, name);
  return (
    <>
      <h1 className="type-title-1">{t(heading)}</h1>
      <p className="type-meta mt-3 mb-6 flex flex-wrap justify-between gap-x-6 text-text-3">
        {t('policies.embed', { host: new URL(url).host })}
        <a className="link" href={url} target="_blank">
          {t('policies.embed.new_window')}
        </a>
      </p>
      <EmbedFrame title={t(heading)} src={url} />
    </>
  );
}
