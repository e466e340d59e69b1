/** True if a site's robots.txt (RFC 9309) allows an agent to read a path. */
export function mayRead(robots: string, agent: string, path: string): boolean {
  const groups = readGroups(robots);
  const own = groups.filter(({ agents }) => agents.some((name) => name !== '*' && agent.includes(name)));
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
    (group) => group.rules,
  );
  // The longest matching rule wins; on a tie, the one that allows.
  let decision = { length: -1, allows: true };
  for (const { allows, pattern } of rules) {
    if (pattern.length < decision.length || !fits(pattern, path)) continue;
    if (pattern.length > decision.length || allows) decision = { length: pattern.length, allows };
  }
  return decision.allows;
}

interface Group {
  readonly agents: string[];
  readonly rules: { readonly allows: boolean; readonly pattern: string }[];
}

/** More than any real file has; each rule costs time per page. */
const MAX_LINES = 5_000;

function readGroups(robots: string): Group[] {
  const groups: Group[] = [];
  let current: Group | null = null;
  for (const line of robots.split(/\r\n|\n|\r/, MAX_LINES)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      // Consecutive user agents share the rules that follow.
      if (current === null || current.rules.length > 0) {
        current = { agents: [], rules: [] };
        groups.push(current);
      }
      current.agents.push(value.trim().toLowerCase());
    } else if (current && (field === 'allow' || field === 'disallow') && value.trim() !== '') {
      current.rules.push({ allows: field === 'allow', pattern: value.trim() });
    }
  }
  return groups;
}

/**
 * `*` matches any characters, `$` the end. Matches part by part without backtracking, because the pattern is
 * untrusted.
 */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return parts.length === 1 ? at === path.length : path.endsWith(parts.at(-1) ?? '');
}
