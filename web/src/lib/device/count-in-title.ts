const COUNT = /^\(\d+\) /;

let unseen = 0;

/** Counts one more piece of news in the title of a tab that nobody looks at, until somebody does. */
export function countInTitle(): void {
  if (unseen === 0) document.addEventListener('visibilitychange', clear, { once: true });
  unseen += 1;
  document.title = `(${unseen}) ${document.title.replace(COUNT, '')}`;
}

function clear(): void {
  unseen = 0;
  document.title = document.title.replace(COUNT, '');
}
