/** Names of services that aren't just their capitalised id. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['azure', 'Microsoft'],
  ['linkedin', 'LinkedIn'],
]);

/** Display name of a sign-in provider. */
export function providerName(provider: string): string {
  const name = NAMES.get(provider) ?? provider.replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
