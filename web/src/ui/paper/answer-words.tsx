import { t } from '#web/texts/app.ts';

/** Mark that the engine adds to an unsupported sentence. */
const GAP = /\s*\[\?\]/;

/** The start of an answer as plain text. Marks unsupported sentences, as the answer itself does. */
export function AnswerWords({ text }: { text: string }) {
  const gap = GAP.exec(text);
  if (gap === null) return text;
  return (
    <>
      {text.slice(0, gap.index)}{' '}
      <span className="type-slip whitespace-nowrap text-slip-ink">{t('ui.not_verified')}</span>
      <AnswerWords text={text.slice(gap.index + gap[0].length)} />
    </>
  );
}
