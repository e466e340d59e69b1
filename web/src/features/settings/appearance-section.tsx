import Keyboard from 'lucide-react/icons/keyboard';
import Moon from 'lucide-react/icons/moon';
import Rows2 from 'lucide-react/icons/rows-2';
import Rows4 from 'lucide-react/icons/rows-4';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { setTheme } from '#web/lib/device/theme.ts';
import type { Density } from '#web/lib/device/use-density.ts';
import { useTheme } from '#web/lib/device/use-theme.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ChoiceGroup } from '#web/ui/controls/choice-group.tsx';
import { SectionQuery } from './section-query.tsx';
import { SettingsRow } from './settings-row.tsx';
import { useChoices } from './use-choices.ts';

const THEMES = [
  { value: 'system', label: t('settings.theme.system'), icon: <SunMoon size={16} aria-hidden /> },
  { value: 'light', label: t('settings.theme.light'), icon: <Sun size={16} aria-hidden /> },
  { value: 'dark', label: t('settings.theme.dark'), icon: <Moon size={16} aria-hidden /> },
] as const;

const DENSITIES = [
  { value: 'comfortable', label: t('settings.density.comfortable'), icon: <Rows2 size={16} aria-hidden /> },
  { value: 'compact', label: t('settings.density.compact'), icon: <Rows4 size={16} aria-hidden /> },
] as const satisfies readonly { value: Density; label: string; icon: React.ReactNode }[];

/** Theme of this device, and list density on all devices. */
export function AppearanceSection({ onShortcuts }: { onShortcuts: () => void }) {
  const { query, asChosen, choose } = useChoices();
  const theme = useTheme();
  const density: Density = query.data && asChosen(query.data).compact_rows ? 'compact' : 'comfortable';
  return (
    <SettingsRow
      id="appearance"
      title={t('settings.appearance')}
      value={t('settings.appearance.value', { theme, density })}
    >
      <div className="grid gap-6">
        <div>
          <ChoiceGroup legend={t('settings.theme')} choices={THEMES} value={theme} onChange={setTheme} />
          <p className="type-meta mt-1.5 text-text-3">{t('settings.theme.hint')}</p>
        </div>
        <SectionQuery query={query} failed={t('settings.load_failed')}>
          {() => (
            <div>
              <ChoiceGroup
                legend={t('settings.density')}
                choices={DENSITIES}
                value={density}
                onChange={(chosen) => choose({ compact_rows: chosen === 'compact' })}
              />
              <p className="type-meta mt-1.5 text-text-3">{t('settings.density.hint')}</p>
            </div>
          )}
        </SectionQuery>
        <div>
          <Button icon={<Keyboard size={16} aria-hidden />} onClick={onShortcuts}>
            {t('settings.shortcuts')}
          </Button>
        </div>
      </div>
    </SettingsRow>
  );
}
