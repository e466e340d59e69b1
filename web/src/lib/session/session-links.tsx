import { Link } from 'react-router';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';

/**
 * Links of a public page's header. Both states are prerendered; `data-session` on <html>, set before first
 * paint, shows one.
 */
export function SessionLinks() {
  return (
    <>
      <Link
        data-when="signed-out"
        className="px-2 py-2.5 whitespace-nowrap text-text-2 max-md:px-1.5 hover:text-text"
        to="/login"
      >
        {t('public.log_in')}
      </Link>
      <Link data-when="signed-out" className={buttonClass('second')} to="/register">
        {t('public.sign_up')}
      </Link>
      <Link data-when="signed-in" className={buttonClass('second')} to="/dashboard">
        {t('public.dashboard')}
      </Link>
    </>
  );
}
