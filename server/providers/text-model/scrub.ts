/** Long enough to name the cause, too short to contain a document. */
const MAX_CHARACTERS = 300;
/** Maximum characters examined. A provider may send megabytes. */
const MAX_READ = 10_000;

/** Servers of one's own are often given a word as a key, such as `x` or `ollama`, which is part of others. */
const SHORT_KEY = 8;

function withoutKey(text: string, key: string): string {
  if (key.length > SHORT_KEY) return text.replaceAll(key, '[key]');
  const escaped = key.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), '[key]');
}

/**
 * Makes a provider's error message safe to log: removes the key (providers echo headers), lines of the request (they
 * echo what they reject) and control characters, and shortens it.
 */
export function scrub(text: string, secrets: { key: string | null; sent: readonly string[] }): string {
  let clean = text;
  if (secrets.key) {
    clean = withoutKey(withoutKey(clean, secrets.key), encodeURIComponent(secrets.key));
  }
  clean = clean.slice(0, MAX_READ);
  clean = clean.replace(/\b(bearer\s+|sk-)[\w.~+/=-]{8,}/gi, '[key]');
  for (const line of secrets.sent.flatMap((part) => part.split('\n'))) {
    if (line.trim().length >= 8) clean = clean.replaceAll(line.trim(), '[request]');
  }
  clean = clean.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return clean.length > MAX_CHARACTERS ? `${clean.slice(0, MAX_CHARACTERS)}…` : clean;
}
