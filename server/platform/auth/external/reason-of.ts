const MOST_LETTERS = 500;
const MOST_CAUSES = 5;

/**
 * Why another service could not be used, in one line: the messages and codes of the error and its causes. Their stacks
 * are the same at every click of everybody who waits for that service.
 */
export function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error && parts.length < MOST_CAUSES; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const said = [at.message || at.name, at.message.includes(code) ? '' : `(${code})`]
      .filter(Boolean)
      .join(' ');
    if (said !== parts.at(-1)) parts.push(said);
  }
  return parts.join(': ').slice(0, MOST_LETTERS);
}
