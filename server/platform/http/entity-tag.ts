const withoutMark = (tag: string): string => tag.trim().replace(/^W\//, '');

/** True if `If-None-Match` names this tag. Weak and strong tags are equal here (RFC 9110, section 13.1.2). */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.split(',').some((known) => ['*', withoutMark(tag)].includes(withoutMark(known)));
}
