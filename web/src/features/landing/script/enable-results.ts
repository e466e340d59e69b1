// @size: opening a result, as the demo has a file for opening it
/** Opens the full result of a sample receipt. */
export function enableResults(root: HTMLElement): void {
  for (const dialog of root.querySelectorAll<HTMLDialogElement>('dialog[data-result]')) {
    for (const button of root.querySelectorAll(`[data-opens="${dialog.dataset['result']}"]`))
      button.addEventListener('click', () => dialog.showModal());
    dialog.querySelector('[data-result-close]')?.addEventListener('click', () => dialog.close());
    // Clicks on the backdrop: the dialog itself is covered by its children.
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  }
}
