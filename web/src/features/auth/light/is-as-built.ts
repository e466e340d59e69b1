// @size: tested by itself, as importing the script would start it
/**
 * True if the sign-in pages' files already show what this installation has: no service, captcha or name of its own.
 * Read by hand to avoid loading a schema library; what is missing or unknown counts as something to show.
 */
export function isAsBuilt(config: unknown, builtName: string): boolean {
  const providers = within(within(config, 'signIn'), 'providers');
  return (
    within(within(config, 'brand'), 'name') === builtName &&
    Array.isArray(providers) &&
    providers.length === 0 &&
    within(within(config, 'signIn'), 'organisations') === false &&
    within(config, 'signUp') === true &&
    within(config, 'captcha') === null &&
    within(config, 'analyticsHost') === null
  );
}

const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
