import { useConfigState } from '#web/lib/server/config.ts';
import { UnreadConfig } from '#web/lib/server/unread-config.tsx';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/pages.ts';
import { COOKIE } from './cookie.ts';
import type { Policy, PolicyName } from './policy.ts';
import { PolicyDocument } from './policy-document.tsx';
import { PolicyEmbed } from './policy-embed.tsx';
import { PRIVACY } from './privacy.ts';
import { TERMS } from './terms.ts';

const OWN: Readonly<Record<PolicyName, Policy>> = { privacy: PRIVACY, terms: TERMS, cookie: COOKIE };

/** A document of our own, unless an operator keeps theirs with a policy provider. */
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
