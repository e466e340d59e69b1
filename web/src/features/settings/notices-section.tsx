import { useState } from 'react';
import {
  hasSystemNotices,
  type SwitchedOn,
  switchSystemNoticesOff,
  switchSystemNoticesOn,
  wantsSystemNotices,
} from '#web/lib/live/system-notices.ts';
import { type TextId, t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Section } from './section.tsx';

const WHY_NOT: Readonly<Record<Exclude<SwitchedOn, 'on'>, TextId>> = {
  refused: 'settings.notices.refused',
  unable: 'settings.notices.unable',
};

/** Switch for system notifications while the app is in the background. Hidden if the browser has none. */
export function NoticesSection() {
  const [isOn, setOn] = useState(wantsSystemNotices);
  const [error, setError] = useState<string>();
  if (!hasSystemNotices()) return null;
  const choose = async (wanted: boolean) => {
    setError(undefined);
    if (!wanted) {
      switchSystemNoticesOff();
      setOn(false);
      return;
    }
    const answer = await switchSystemNoticesOn({
      id: 'sample',
      title: t('settings.notices.sample'),
      text: t('settings.notices.sample.text'),
    });
    setOn(answer === 'on');
    if (answer !== 'on') setError(t(WHY_NOT[answer]));
  };
  return (
    <Section id="notices" title={t('settings.notices')}>
      <Checkbox
        className="max-w-160"
        checked={isOn}
        error={error}
        onChange={({ target }) => void choose(target.checked)}
      >
        {t('settings.notices.results')}
        <span className="type-meta block text-text-3">{t('settings.notices.results.hint')}</span>
      </Checkbox>
    </Section>
  );
}
