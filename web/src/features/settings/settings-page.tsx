import LogOut from 'lucide-react/icons/log-out';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';
import { AboutSection } from './about/about-section.tsx';
import { AccountSection } from './account/account-section.tsx';
import { PasswordSection } from './account/password-section.tsx';
import { SessionsSection } from './account/sessions-section.tsx';
import { SignOutButton } from './account/sign-out-button.tsx';
import { AnswersSection } from './answers-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { CreditsSection } from './credits/credits-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { AddressSection } from './security/address-section.tsx';
import { FactorsSection } from './security/factors/factors-section.tsx';
import { IdentitiesSection } from './security/identities-section.tsx';
import { ManagedSection } from './security/managed-section.tsx';
import { PasskeysSection } from './security/passkeys-section.tsx';
import { ActionRow } from './settings-row.tsx';
import { TasksSection } from './tasks-section.tsx';

/** All account settings as rows, of which one is open. Each loads, and fails, on its own. */
export function SettingsPage({ onShortcuts }: { onShortcuts: () => void }) {
  const email = useSession((state) => state.user?.email ?? '');
  // The organisation manages sign-in: the server refuses each of these changes.
  const isManaged = useSession((state) => state.user?.is_sso_user === true);
  return (
    <>
      <h1 className="type-title-2 mb-3">{t('settings.title')}</h1>
      <div className="border-t border-line">
        <ProfileSection />
        <CreditsSection />
        <ActionRow
          id="sign-out"
          title={t('settings.sign_out')}
          value={t('settings.sign_out.here')}
          button={
            <SignOutButton
              scope="local"
              size="s"
              icon={<LogOut size={14} aria-hidden className="rtl:-scale-x-100" />}
            >
              {t('settings.sign_out')}
            </SignOutButton>
          }
        />
        {isManaged ? (
          <ManagedSection email={email} />
        ) : (
          <>
            <AddressSection email={email} />
            <PasswordSection email={email} />
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
        <AppearanceSection onShortcuts={onShortcuts} />
        <AnswersSection />
        <AboutSection />
        <TasksSection />
        <AccountSection email={email} />
      </div>
    </>
  );
}
