/** A page that posts these fields by itself, as services answer that were asked for `response_mode=form_post`. */
export function formPage(action: string, fields: URLSearchParams): string {
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return `<!doctype html><body onload="document.forms[0].submit()">
<form method="post" action="${escape(action)}">${inputs.join('')}</form></body>`;
}

/** What such a page would post, and where; null where the text is none. */
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
