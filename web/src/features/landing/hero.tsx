import { WELCOME_CREDITS } from '#domain/credits.ts';
import { messages } from '#domain/messages.ts';
import { PRODUCT_NAME } from '#web/lib/product-name.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { HeroReceipt } from './hero-receipt.tsx';
import { HeroWindow } from './hero-window.tsx';

/** The claim, and the product itself with its real receipt. On the phone the receipt comes before the window. */
export function Hero() {
  return (
    <section className="relative pt-8 md:pt-16">
      <div className="wrap">
        <div className="max-w-170">
          <h1 className="type-display">
            <span className="block">You keep the list.</span>
            <span className="block">
              <span data-brand="name">{PRODUCT_NAME}</span> runs it.
            </span>
          </h1>
          <p className="type-lead mt-5 max-w-[34em] text-text-2 max-md:[font:var(--type-read)] md:mt-7">
            A to-do list for home and work, with an assistant that finishes the tasks you delegate. Each
            result comes back with a receipt: what it read, what it did, what it could not verify, and what it
            cost.
          </p>
          <p className="mt-8">
            <a data-start className={buttonClass('primary', 'l', 'max-md:w-full')} href="/register">
              {messages.labels.getStartedFree}
            </a>
          </p>
          <p className="type-meta mt-3.5 text-text-3">{WELCOME_CREDITS} free AI tasks. No credit card.</p>
        </div>
      </div>
      <HeroReceipt />
      <HeroWindow />
    </section>
  );
}
