import { PRODUCT_NAME } from '#web/lib/product-name.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** For readers without scripts; the script shows the current one. */
const BUILT_IN = new Date().getFullYear();

/** Who runs this installation is filled in by the script, from the configuration; unset, the line stays away. */
export function LandingFooter() {
  return (
    <footer className="type-meta border-t border-line py-10 pb-12 text-text-3">
      <div className="wrap">
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <span className="text-text">
            <Wordmark name={PRODUCT_NAME} />
          </span>
          <span className="grow" />
          <a className="link" data-brand="supportEmail" hidden href="/">
            Write to us
          </a>
        </div>
        <div className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-1">
          <span data-brand="legalLine" hidden />
          <span>
            © <span data-year>{BUILT_IN}</span> <span data-brand="name">{PRODUCT_NAME}</span>
          </span>
        </div>
      </div>
    </footer>
  );
}
