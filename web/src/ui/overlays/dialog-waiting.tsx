import { t } from '#web/texts/app.ts';
/** Dims the page, after a moment, while a dialog's code loads. */
export function DialogWaiting() {
  return (
    <output className="dialog-scrim loading-page">
      <span className="sr-only">{t('ui.opening')}</span>
    </output>
  );
}
