import { WELCOME_CREDITS } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { controlClass } from '#web/ui/control-class.ts';

/** A task before there is an account: kept on the device, added after the first sign-in. The field has no name, so that it never travels in an address. */
export function FirstTaskForm() {
  return (
    <section className="band">
      <div className="wrap flex flex-wrap items-end justify-between gap-8">
        <h2 className="type-title-1">
          Which task have you
          <br />
          been putting off?
        </h2>
        <form
          data-first-task
          action="/register"
          className="grid w-full gap-3 md:w-auto md:grid-cols-[400px_auto]"
        >
          <label htmlFor="first-task" className="sr-only">
            A task to begin with
          </label>
          <input
            id="first-task"
            className={controlClass(false, 'h-12')}
            placeholder="Sort out the insurance"
            maxLength={TASK_TITLE_MAX}
            autoComplete="off"
          />
          <button type="submit" className={buttonClass('primary', 'l')}>
            {messages.labels.startForFree}
          </button>
          <p className="type-meta text-text-3 md:col-span-2">
            {WELCOME_CREDITS} free AI tasks. No credit card. The task you write here is on your list after
            sign-up.
          </p>
        </form>
      </div>
    </section>
  );
}
