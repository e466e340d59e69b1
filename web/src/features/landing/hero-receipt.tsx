import { PRODUCT_NAME } from '#web/lib/product-name.ts';
import { Receipt } from '#web/ui/receipt.tsx';
import { ReceiptLine } from '#web/ui/receipt-line.tsx';

const STEPS = [
  ['0:00', 'Read the task'],
  ['0:00', 'Read the project Father’s seventieth'],
  ['0:01', 'Asked the text model'],
] as const;

/** What lies under a delivered task, in its long form. */
export function HeroReceipt() {
  return (
    <figure className="hero-receipt" aria-label="A receipt, as it comes with every answer">
      <Receipt>
        <div className="flex items-baseline justify-between">
          <b data-brand="name" className="tracking-[-.02em] [font:650_1rem/1.5rem_var(--font-text)]">
            {PRODUCT_NAME}
          </b>
          <span className="text-slip-text-2">Answer, 09:14</span>
        </div>
        <p className="mt-2 text-balance [font:500_.9375rem/1.375rem_var(--font-text)]">
          Write a toast for my father’s seventieth birthday
        </p>
        <section>
          <p className="type-slip-head mb-0.5">What went along</p>
          <ReceiptLine label="Task" value="title" />
          <ReceiptLine label="Project" value="description" />
          <ReceiptLine label="Its other tasks" value="6 titles" />
          <p className="text-slip-text-2">Nothing of your other projects</p>
        </section>
        <section>
          <p className="type-slip-head mb-0.5 flex justify-between">
            <span>What was done</span>
            <span>0:12</span>
          </p>
          {STEPS.map(([at, text]) => (
            <p key={text} className="grid grid-cols-[40px_minmax(0,1fr)]">
              <span className="text-slip-text-2">{at}</span>
              <span>{text}</span>
            </p>
          ))}
        </section>
        <section>
          <p className="type-slip-head mb-0.5">What was delivered</p>
          <ReceiptLine label="Text" value="412 words" />
          <ReceiptLine label="Language" value="English" />
        </section>
        <section>
          <ReceiptLine strong label="AI task" value="1 credit" />
          <ReceiptLine label="Credits left" value="14 of 15" />
        </section>
      </Receipt>
    </figure>
  );
}
