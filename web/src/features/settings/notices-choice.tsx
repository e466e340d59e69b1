import { useState } from 'react';
import {
  type SwitchedOn,
  switchSystemNoticesOff,
  switchSystemNoticesOn,
} from '#web/lib/live/system-notices.ts';
import { type TextId, t } from '#web/texts/settings.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';

const WHY_NOT: Readonly<Record<Exclude<SwitchedOn, 'on'>, TextId>> = {
  refused: 'settings.notices.refused',
  unable: 'settings.notices.unable',
};

interface NoticesChoiceProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switch for system notifications while the app is in the background. */
export function NoticesChoice({ isOn, onChange }: NoticesChoiceProps) {
  const [error, setError] = useState<string>();
  const choose = async (wanted: boolean) => {
    setError(undefined);
    if (!wanted) {
      switchSystemNoticesOff();
      onChange(false);
      return;
    }
    const answer = await switchSystemNoticesOn({
      id: 'sample',
      title: t('settings.notices.sample'),
      text: t('settings.notices.sample.text'),
    });
    onChange(answer === 'on');
    if (answer !== 'on') setError(t(WHY_NOT[answer]));
  };
  return (
    <Checkbox
      className="max-w-160"
      checked={isOn}
      error={error}
      onChange={({ target }) => void choose(target.checked)}
    >
      {t('settings.notices.results')}
      <span className="type-meta block text-text-3">{t('settings.notices.results.hint')}</span>
    </Checkbox>
  );
}
