import { Trans } from '@lingui/react';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/later.ts';
import { Checkbox, type CheckboxProps } from '#web/ui/controls/checkbox.tsx';
import { TextLink } from '#web/ui/controls/text-link.tsx';

/** Documents open in a new tab, so that typed values stay. */
export function TermsBox(props: Omit<CheckboxProps, 'children'>) {
  return (
    <Checkbox {...props}>
      <Trans
        id="auth.register.accept"
        components={{
          terms: <TextLink href="/terms" newTab />,
          privacy: <TextLink href="/privacy" newTab />,
        }}
      />
    </Checkbox>
  );
}

/** States everything that ticking agrees to, including who counts sign-ups if another service does. */
export function MarketingBox(props: Omit<CheckboxProps, 'children'>) {
  const config = useConfig();
  const host = config?.analyticsHost;
  return (
    // Disabled until it is known what one agrees to.
    <Checkbox {...props} disabled={config === null}>
      {host ? t('auth.register.marketing_and_analytics', { host }) : t('auth.register.marketing')}
    </Checkbox>
  );
}
