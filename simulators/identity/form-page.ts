/** A self-submitting form, as sent by services for `response_mode=form_post`. */
export function formPage(action: string, fields: URLSearchParams): string {
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return `<!doctype html><body onload="document.forms[0].submit()">
<form method="post" action="${escape(action)}">${inputs.join('')}</form></body>`;
}

/** Parses such a page into its action and fields; null if it isn't one. */
export function readFormPage(page: string): { action: string; fields: URLSearchParams } | null {
  const action = /<form method="post" action="([^"]*)">/.exec(page)?.[1];
  if (action === undefined) return null;
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = [...inputs].map(([, name = '', value = '']): [string, string] => [
    unescape(name),
    unescape(value),
  ]);
  return { action: unescape(action), fields: new URLSearchParams(fields) };
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
