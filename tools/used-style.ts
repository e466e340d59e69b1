import postcss, { type Root } from 'postcss';

/**
 * The part of a stylesheet that a page written to a file can use. `html` is the page, `script` what may change it later.
 * Kept is whatever cannot be told to be useless: a rule goes only if each of its selectors asks for a class or an id that
 * neither the page nor the script names.
 */
export function usedStyle(css: string, html: string, script: string): string {
  const root = postcss.parse(css);
  dropRules(root, namesIn(html, script));
  // What is dropped may have been all that used a property or an animation.
  for (let before = ''; before !== root.toString(); ) {
    before = root.toString();
    dropDefinitions(root, `${before} ${html} ${script}`);
  }
  return root.toString();
}

function namesIn(html: string, script: string): ReadonlySet<string> {
  const inPage = html.matchAll(/(?:class|id)="([^"]*)"/g);
  const inScript = script.matchAll(/["'`]([^"'`]+)["'`]/g);
  return new Set([...inPage, ...inScript].flatMap(([, words = '']) => unescapeHtml(words).split(/\s+/)));
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** What a selector offers for choice, or excludes: brackets within brackets at most. */
const CHOICE = /:(?:is|where|not|has)\((?:[^()]|\([^()]*\))*\)/g;
const CLASS_OR_ID = /[.#]((?:\\.|[\w-])+)/g;

function canMatch(selector: string, names: ReadonlySet<string>): boolean {
  const asked = selector.replaceAll(CHOICE, '').matchAll(CLASS_OR_ID);
  return [...asked].every(([, name = '']) => names.has(name.replaceAll(/\\(.)/g, '$1')));
}

function dropRules(root: Root, names: ReadonlySet<string>): void {
  root.walkRules((rule) => {
    const { parent } = rule;
    // The steps of an animation, and what is nested in a rule that may be useful.
    if (
      parent?.type === 'rule' ||
      (parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes')
    )
      return;
    const kept = rule.selectors.filter((selector) => canMatch(selector, names));
    if (kept.length === 0) rule.remove();
    else rule.selectors = kept;
  });
}

/** Custom properties and animations that `text` does not use, and blocks that are empty. Layers stay: their order counts. */
function dropDefinitions(root: Root, text: string): void {
  const uses = (name: string): boolean => new RegExp(`(?<![\\w-])${name}(?![\\w-]|\\s*:|\\s*\\{)`).test(text);
  root.walkDecls(/^--/, (declaration) => {
    if (!uses(declaration.prop)) declaration.remove();
  });
  root.walkAtRules(/^(?:property|keyframes)$/, (rule) => {
    if (!uses(rule.params)) rule.remove();
  });
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0 && rule.name !== 'layer') rule.remove();
  });
}
