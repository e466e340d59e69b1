import { useConfigState } from '#web/lib/server/config.ts';
import { UnreadConfig } from '#web/lib/server/unread-config.tsx';
import { useConfig } from '#web/lib/server/use-config.ts';
import { type TextId, t } from '#web/texts/pages.ts';
import { EmbedFrame } from '#web/ui/feedback/embed-frame.tsx';
import { COOKIE } from './cookie.ts';
import type { Policy, PolicyName } from './policy.ts';
import { PolicyDocument } from './policy-document.tsx';
import { PRIVACY } from './privacy.ts';
import { TERMS } from './terms.ts';

const OWN: Readonly<Record<PolicyName, Policy>> = { privacy: PRIVACY, terms: TERMS, cookie: COOKIE };

/** Our own document, or the operator's at a policy provider. */
export function PolicyPage({ name }: { name: PolicyName }) {
  const installation = useConfig();
  const policy = OWN[name];
  const hasFailed = useConfigState((state) => state.hasFailed);
  if (installation?.policyEmbedUrl)
    return <PolicyEmbed name={name} heading={policy.heading} address={installation.policyEmbedUrl} />;
  return (
    <>
      {hasFailed && (
        <div className="mb-8">
          <UnreadConfig>{t('policies.unread')}</UnreadConfig>
        </div>
      )}
      <PolicyDocument policy={policy} installation={installation} />
    </>
  );
}

interface PolicyEmbedProps {
  name: PolicyName;
  heading: TextId;
  /** As configured, with `{policy}` for the name. */
  address: string;
}

function PolicyEmbed({ name, heading, address }: PolicyEmbedProps) {
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

/** URL of a policy at a provider: its name replaces `{policy}`, or is appended to the path. */
export function policyAddress(configured: string, name: PolicyName): string {
  if (configured.includes('{policy}')) return configured.replaceAll('{policy}', name);
  const url = new URL(configured);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url.href;
}
