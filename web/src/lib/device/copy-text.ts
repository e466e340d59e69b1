/**
 * Copies a text; call it on a press. Browsers have a clipboard on https and localhost only. At the address of a home
 * network, the text is put into what is copied by the command that `Ctrl C` gives. Rejects if the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  let isCopied = false;
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isCopied = true;
  };
  // Before anything that handles the event for what is selected.
  document.addEventListener('copy', put, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  if (!isCopied) throw new Error('the browser copied nothing');
}
