import { Trans } from '@lingui/react';
import { Link } from 'react-router';
import { isLanguageCode, LANGUAGES } from '#domain/languages.ts';
import { COMPLETED_KEPT } from '#domain/task.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { hasSystemNotices } from '#web/lib/live/system-notices.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { AccountSection } from './account/account-section.tsx';
import { PasswordSection } from './account/password-section.tsx';
import { SessionsSection } from './account/sessions-section.tsx';
import { SignOutSection } from './account/sign-out-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { CreditsSection } from './credits/credits-section.tsx';
import { HistorySection } from './credits/history-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { Section } from './section.tsx';
import { SectionQuery } from './section-query.tsx';
import { type SectionName, SectionsNav } from './sections-nav.tsx';
import { AddressSection } from './security/address-section.tsx';
import { FactorsSection } from './security/factors/factors-section.tsx';
import { IdentitiesSection } from './security/identities-section.tsx';
import { ManagedSection } from './security/managed-section.tsx';
import { PasskeysSection } from './security/passkeys-section.tsx';
import { useChoices } from './use-choices.ts';

const OPTIONS = LANGUAGES.map(({ code, englishName, ownName }) => ({
  value: code,
  label: ownName === englishName ? ownName : `${ownName} (${englishName})`,
}));

/** Default language for answers, unless another is chosen with the task. */
function LanguageSection() {
  const { query, asChosen, choose } = useChoices();
  return (
    <Section id="language" title={t('settings.language')}>
      <SectionQuery query={query} failed={t('settings.load_failed')}>
        {(known) => (
          <div className="max-w-78">
            <SelectField
              label={t('settings.language.label')}
              hint={t('settings.language.hint')}
              options={OPTIONS}
              value={asChosen(known).answer_language}
              onChange={({ target }) => {
                if (isLanguageCode(target.value)) choose({ answer_language: target.value });
              }}
            />
          </div>
        )}
      </SectionQuery>
    </Section>
  );
}

const SECTIONS: readonly SectionName[] = [
  { id: 'credits', label: t('settings.credits') },
  { id: 'history', label: t('settings.history') },
  { id: 'profile', label: t('settings.profile') },
  { id: 'security', label: t('settings.security') },
  { id: 'data', label: t('settings.retention') },
  { id: 'appearance', label: t('settings.appearance') },
  ...(hasSystemNotices() ? [{ id: 'notices', label: t('settings.notices') }] : []),
  { id: 'language', label: t('settings.language') },
  { id: 'account', label: t('settings.account') },
  { id: 'sign-out', label: t('settings.sign_out') },
];

/** All account settings on one page. Each section loads, and fails, on its own. */
export function SettingsPage({ onShortcuts }: { onShortcuts: () => void }) {
  const email = useSession((state) => state.user?.email ?? '');
  // The organisation manages sign-in: the server refuses each of these changes.
  const isManaged = useSession((state) => state.user?.is_sso_user === true);
  return (
    <>
      <h1 className="type-title-2 mb-4 md:mb-6">{t('settings.title')}</h1>
      <div className="grid gap-x-14 md:grid-cols-[7.5rem_minmax(0,1fr)] lg:grid-cols-[9.25rem_minmax(0,1fr)]">
        <SectionsNav sections={SECTIONS} />
        <div>
          <CreditsSection />
          <HistorySection />
          <ProfileSection />
          <div id="security" className="scroll-mt-4 border-t border-line pt-7">
            {isManaged ? (
              <ManagedSection email={email} />
            ) : (
              <>
                <PasswordSection email={email} />
                <AddressSection />
              </>
            )}
            <FactorsSection />
            {!isManaged && (
              <>
                <PasskeysSection />
                <IdentitiesSection />
              </>
            )}
            <SessionsSection />
          </div>
          <RetentionSection />
          <AppearanceSection onShortcuts={onShortcuts} />
          <NoticesSection />
          <LanguageSection />
          <AccountSection email={email} />
          <SignOutSection />
        </div>
      </div>
    </>
  );
}

/** Retention of completed and deleted tasks. */
function RetentionSection() {
  const { query, asChosen, choose } = useChoices();
  return (
    <Section id="data" title={t('settings.retention')}>
      <div className="grid max-w-160 gap-4">
        <SectionQuery query={query} failed={t('settings.load_failed')}>
          {(known) => (
            <Checkbox
              checked={asChosen(known).remove_oldest_completed}
              onChange={({ target }) => choose({ remove_oldest_completed: target.checked })}
            >
              {t('settings.retention.remove', { kept: COMPLETED_KEPT })}
              <span className="type-meta block text-text-3">
                {t('settings.retention.remove.hint', { kept: COMPLETED_KEPT })}
              </span>
            </Checkbox>
          )}
        </SectionQuery>
        <p className="type-meta text-text-3">
          <Trans
            id="settings.retention.trash"
            values={{ days: TRASH_DAYS }}
            components={{ trash: <Link to="/trash" className="link" /> }}
          />
        </p>
      </div>
    </Section>
  );
}
