import type { Mail } from '#server/providers/mailer/mailer.ts';

/** Comes from the configuration, never from a request. */
export interface Sender {
  readonly brandName: string;
  readonly siteUrl: string;
  readonly supportEmail: string | null;
}

/** Content of a mail, from which both its HTML and text forms are rendered. */
export interface Letter {
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Six digits to type. */
  readonly code?: { readonly label: string; readonly digits: string };
  /** Small print: expiry, and what to do about a mail one didn't ask for. */
  readonly notes: readonly string[];
}

/** Colours of the web app's visual tokens; mail clients don't support CSS variables. */
const PAGE = '#FDFCFA';
const LINE = '#E6E2D9';
const TEXT = '#1C1914';
const TEXT_2 = '#565046';
const INK = '#1C4AA6';
const WELL = '#EFECE5';
/** The same in dark mode, for clients that support it; the others show the light mail as it is. */
const DARK = `<style>
@media (prefers-color-scheme:dark){
.page{background:#1A1815!important}
.line{border-color:#2E2A25!important}
.text{color:#EFEBE3!important}
.text-2{color:#BBB4A8!important}
.ink{color:#A3BFF5!important}
.well{background:#2A2622!important}
.button{background:#3563C4!important}
}
</style>`;
const FONT = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;
const MONO = `ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace`;

export function composeMail(letter: Letter, sender: Sender): Mail {
  const { kind, to, subject } = letter;
  return { kind, to, subject, text: toText(letter, sender), html: toHtml(letter, sender) };
}

function toText({ title, paragraphs, button, code, notes }: Letter, sender: Sender): string {
  const blocks = [
    title,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(code ? [`${code.label}: ${code.digits}`] : []),
    ...notes,
    `-- \n${closing(sender)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function toHtml({ title, paragraphs, button, code, notes, subject }: Letter, sender: Sender): string {
  const body = [
    ...paragraphs.map((text) =>
      paragraph(text, 'text', `margin:0 0 16px;font-size:16px;line-height:26px;color:${TEXT}`),
    ),
    ...(button ? [buttonHtml(button)] : []),
    ...(code ? [codeHtml(code)] : []),
    ...notes.map((text) =>
      paragraph(text, 'text-2', `margin:0 0 8px;font-size:14px;line-height:22px;color:${TEXT_2}`),
    ),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
${DARK}
</head>
<body class="page" style="margin:0;padding:0;background:${PAGE};font-family:${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${PAGE}">
<tr><td align="center" style="padding:40px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;table-layout:fixed;overflow-wrap:anywhere;text-align:left">
<tr><td class="line ink" style="padding:0 0 24px;border-bottom:1px solid ${LINE};font-size:18px;line-height:24px;font-weight:600;letter-spacing:-.01em;color:${INK}">${escapeHtml(sender.brandName)}</td></tr>
<tr><td style="padding:32px 0 16px">
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.018em;color:${TEXT}">${escapeHtml(title)}</h1>
${body}
</td></tr>
<tr><td class="line text-2" style="padding:16px 0 0;border-top:1px solid ${LINE};font-size:13px;line-height:20px;color:${TEXT_2}">${escapeHtml(closing(sender))}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string, darkClass: string, style: string): string {
  return `<p class="${darkClass}" style="${style}">${escapeHtml(text)}</p>`;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" class="button" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${INK};color:#FFFFFF;font-size:16px;line-height:20px;font-weight:500;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="text-2" style="margin:0 0 16px;font-size:13px;line-height:20px;color:${TEXT_2}">If the button doesn’t work, open this link:<br><a href="${href}" class="ink" style="color:${INK};word-break:break-all">${href}</a></p>`;
}

function codeHtml({ label, digits }: { label: string; digits: string }): string {
  return `<p class="text-2" style="margin:0 0 16px;font-size:14px;line-height:22px;color:${TEXT_2}">${escapeHtml(label)}:<br><span class="well text" style="display:inline-block;margin-top:4px;padding:6px 12px;border-radius:4px;background:${WELL};font-family:${MONO};font-size:20px;line-height:28px;letter-spacing:.12em;color:${TEXT}">${escapeHtml(digits)}</span></p>`;
}

function closing({ brandName, siteUrl, supportEmail }: Sender): string {
  return [`${brandName} · ${siteUrl}`, ...(supportEmail ? [`Questions? ${supportEmail}`] : [])].join(' · ');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
