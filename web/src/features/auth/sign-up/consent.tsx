import { Trans } from '@lingui/react';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/app.ts';
import { Checkbox, type CheckboxProps } from '#web/ui/controls/checkbox.tsx';
import { TextLink } from '#web/ui/controls/text-link.tsx';

/** Both documents open in a tab of their own, so that what was typed stays. */
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

/** Says everything that a tick agrees to: where sign-ups are counted elsewhere, with whom. */
export function MarketingBox(props: Omit<CheckboxProps, 'children'>) {
  const config = useConfig();
  const host = config?.analyticsHost;
  return (
    // Nobody may agree before it is known to what.
    <Checkbox {...props} disabled={config === null}>
      {host ? t('auth.register.marketing_and_analytics', { host }) : t('auth.register.marketing')}
    </Checkbox>
  );
}
