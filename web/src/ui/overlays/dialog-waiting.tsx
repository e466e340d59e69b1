import { t } from '#web/texts/app.ts';
/** The page dims after a moment: what was pressed is coming. */
export function DialogWaiting() {
  return (
    <output className="dialog-scrim loading-page">
      <span className="sr-only">{t('ui.opening')}</span>
    </output>
  );
}
