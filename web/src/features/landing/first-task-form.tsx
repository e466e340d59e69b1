import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { controlClass } from '#web/ui/controls/control-class.ts';

/**
 * A task typed before sign-up: kept on the device and added after the first sign-in. The field has no name, so
 * that it never ends up in a URL.
 */
export function FirstTaskForm() {
  return (
    <section className="band md:py-20">
      <div className="wrap halves items-end">
        <h2 className="type-title-1 max-w-[10em]">{t('landing.task.title')}</h2>
        <form data-first-task action="/register" className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
          <label htmlFor="first-task" className="sr-only">
            {t('landing.task.label')}
          </label>
          <input
            id="first-task"
            className={controlClass(false, 'h-12')}
            placeholder={t('landing.task.placeholder')}
            maxLength={TASK_TITLE_MAX}
            autoComplete="off"
          />
          <button type="submit" className={buttonClass('primary', 'l')}>
            {t('landing.start.task')}
          </button>
          <p className="type-meta text-text-3 md:col-span-2">
            {t('landing.task.note', { credits: WELCOME_CREDITS })}
          </p>
        </form>
      </div>
    </section>
  );
}
