const COUNT = /^\(\d+\) /;

let unseen = 0;

/** Counts unseen events in the title of a hidden tab, until it is visible. */
export function countInTitle(): void {
  if (unseen === 0) document.addEventListener('visibilitychange', clear, { once: true });
  unseen += 1;
  document.title = `(${unseen}) ${document.title.replace(COUNT, '')}`;
}

function clear(): void {
  unseen = 0;
  document.title = document.title.replace(COUNT, '');
}
