import type { CallHonour, CallWish, Trial } from '#domain/model-report.ts';
import { t } from '../../texts/later.ts';
import { LANGUAGE } from '../../texts/locale.ts';
import { CheckedNote, CheckMark } from './check-mark.tsx';
import { callCost } from './report-words.ts';

/** One call: success, duration, cost, and the result for each field. */
export function TrialView({ trial }: { trial: Trial }) {
  const { role, state, ms, cost, sent, dropped, honoured } = trial;
  const figures = [
    ...(ms === null ? [] : [t('connect.check.time', { seconds: seconds.format(ms / 1000) })]),
    ...(cost === null ? [] : [callCost(cost)]),
  ];
  return (
    <li className="border-t border-line py-2 last:pb-0">
      <div className="flex items-baseline gap-x-3">
        <span className="grow">{t(`connect.check.role.${role}`)}</span>
        <CheckMark state={state} word={t(`connect.check.state.${state}`)} />
      </div>
      <CheckedNote checked={trial} />
      <dl className="type-meta mt-1 grid grid-cols-[5rem_1fr] gap-x-3 text-text-3 empty:hidden">
        <Fields label={t('connect.check.took')} words={figures} />
        <Fields label={t('connect.check.sent')} words={sent} isCode />
        <Fields label={t('connect.check.dropped')} words={dropped.map(fieldWord)} />
        <Fields label={t('connect.check.honoured')} words={honoured.map(fieldWord)} />
      </dl>
    </li>
  );
}

const seconds = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const fieldWord = (field: CallWish | CallHonour): string => t(`connect.check.field.${field}`);

interface FieldsProps {
  label: string;
  words: readonly string[];
  /** Field names of the wire format. */
  isCode?: boolean;
}

function Fields({ label, words, isCode = false }: FieldsProps) {
  if (words.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd dir={isCode ? 'ltr' : undefined} className={isCode ? 'type-slip wrap-anywhere' : 'text-text-2'}>
        {words.join(', ')}
      </dd>
    </>
  );
}
