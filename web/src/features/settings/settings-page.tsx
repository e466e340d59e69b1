import { hasSystemNotices } from '#web/lib/live/system-notices.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { AccountSection } from './account/account-section.tsx';
import { PasswordSection } from './account/password-section.tsx';
import { SessionsSection } from './account/sessions-section.tsx';
import { SignOutSection } from './account/sign-out-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { CreditsSection } from './credits/credits-section.tsx';
import { HistorySection } from './credits/history-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { type SectionName, SectionsNav } from './sections-nav.tsx';
import { AddressSection } from './security/address-section.tsx';
import { FactorsSection } from './security/factors/factors-section.tsx';
import { IdentitiesSection } from './security/identities-section.tsx';
import { ManagedSection } from './security/managed-section.tsx';
import { PasskeysSection } from './security/passkeys-section.tsx';

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

/** Everything that a person settles about their account, on one page. Each section reads, and fails, on its own. */
export function SettingsPage({ onShortcuts }: { onShortcuts: () => void }) {
  const email = useSession((state) => state.user?.email ?? '');
  // How they log in is their organisation's to say: the server refuses each of these changes.
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
