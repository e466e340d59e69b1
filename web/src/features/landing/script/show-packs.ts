import { type CreditPack, creditPack } from '#domain/shop/packs.ts';
import { buyPath } from '#web/lib/plans/buy-path.ts';
import { moneyFormat } from '#web/ui/marks/money-format.ts';
import { isRecord } from './read-landing-config.ts';

/** Replaces the packs that the page was built with by those sold here, reusing its columns as templates. */
export function showPacks(root: HTMLElement, catalogue: unknown): void {
  const packs = readPacks(catalogue);
  const list = root.querySelector('[data-packs]');
  const columns = [...(list?.children ?? [])];
  const best = columns.find((column) => column.querySelector('.price-best'));
  const other = columns.find((column) => column !== best);
  if (!list || !best || !other || packs.length === 0) return;
  list.replaceChildren(...packs.map((pack) => columnOf(pack, pack.isBestValue ? best : other)));
}

function columnOf(pack: CreditPack, like: Element): Node {
  const column = like.cloneNode(true);
  if (!(column instanceof HTMLElement)) return column;
  const part = (name: string) => column.querySelector(`[data-pack=${name}]`);
  const fill = (name: string, ...content: (string | Node)[]) => part(name)?.replaceChildren(...content);
  const money = moneyFormat(pack.currency);
  fill('name', pack.name);
  fill('amount', ...money.formatToParts(pack.discountedPrice).map(amountPart));
  fill('list-price', money.format(pack.price));
  fill('saving', (part('saving')?.textContent ?? '').replace(/\d+/, String(pack.discountPercentage)));
  if (pack.discountPercentage === 0) part('discount')?.remove();
  const link = column.querySelector('a');
  const heading = column.querySelector('h3');
  if (link && heading) {
    heading.id = `${pack.key}-name`;
    link.href = buyPath(pack.key);
    link.setAttribute('aria-describedby', heading.id);
  }
  return column;
}

function amountPart({ type, value }: Intl.NumberFormatPart): string | Node {
  if (type !== 'currency') return value;
  const symbol = document.createElement('sup');
  symbol.textContent = value;
  return symbol;
}

/** Empty if the page's own packs are right. */
function readPacks(catalogue: unknown): CreditPack[] {
  if (!isRecord(catalogue)) return [];
  const { currency, packs } = catalogue;
  if (typeof currency !== 'string' || !Array.isArray(packs)) return [];
  return packs.filter(isRecord).flatMap(({ credits, price, listPrice, bestValue, name }) => {
    if (typeof credits !== 'number' || typeof price !== 'number') return [];
    const terms = {
      credits,
      price,
      listPrice: typeof listPrice === 'number' ? listPrice : null,
      bestValue: bestValue === true,
      name: typeof name === 'string' ? name : null,
      description: null,
    };
    return [creditPack(terms, currency)];
  });
}
