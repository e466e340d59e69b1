import { messages } from '#domain/messages.ts';
import { PRODUCT_NAME } from '#web/lib/product-name.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { ThemeButton } from '#web/ui/theme-button.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

const { labels } = messages;

/** Both states are in the file; `data-session` on <html>, set before the first paint, shows one of them. */
export function LandingHeader() {
  return (
    <header className="wrap type-ui flex h-15 items-center gap-2 md:h-18 md:gap-7">
      <a href="/">
        <Wordmark name={PRODUCT_NAME} />
        <span className="sr-only">, first page</span>
      </a>
      <nav aria-label="Page" className="ms-6 flex gap-7 text-text-2 max-md:hidden">
        <a className="hover:text-text" href="#how">
          How it works
        </a>
        <a className="hover:text-text" href="#today">
          What it does
        </a>
      </nav>
      <span className="grow" />
      <ThemeButton />
      <a data-when="signed-out" className="px-2 py-2.5 text-text-2 hover:text-text" href="/login">
        {labels.logIn}
      </a>
      <a data-when="signed-out" className={buttonClass('second')} href="/register">
        {labels.signUp}
      </a>
      <a data-when="signed-in" className={buttonClass('second')} href="/dashboard">
        {labels.dashboard}
      </a>
    </header>
  );
}
