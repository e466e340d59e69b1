/** Long enough to name the cause, too short to contain a document. */
const MAX_CHARACTERS = 300;
/** Maximum characters examined. A provider may send megabytes. */
const MAX_READ = 10_000;

/**
 * Makes a provider's error message safe to log: removes the key (providers echo headers), lines of the request (they
 * echo what they reject) and control characters, and shortens it.
 */
export function scrub(text: string, secrets: { key: string | null; sent: readonly string[] }): string {
  let clean = text;
  if (secrets.key) {
    clean = clean.replaceAll(secrets.key, '[key]').replaceAll(encodeURIComponent(secrets.key), '[key]');
  }
  clean = clean.slice(0, MAX_READ);
  clean = clean.replace(/\b(bearer\s+|sk-)[\w.~+/=-]{8,}/gi, '[key]');
  for (const line of secrets.sent.flatMap((part) => part.split('\n'))) {
    if (line.trim().length >= 8) clean = clean.replaceAll(line.trim(), '[request]');
  }
  clean = clean.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return clean.length > MAX_CHARACTERS ? `${clean.slice(0, MAX_CHARACTERS)}…` : clean;
}
