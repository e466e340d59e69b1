import { readFormPage } from '#simulators/identity/form-page.ts';
import { AUTH_URL, type AuthWorld, SITE_URL } from '#tests/worlds/auth-world.ts';

/** As much of a browser as a redirect needs: it keeps cookies for this server and follows one step at a time. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #world: AuthWorld;

  constructor(world: AuthWorld) {
    this.#world = world;
  }

  /** Opens an address and returns where it leads. A form that a page posts by itself is posted. */
  async go(address: string): Promise<string> {
    const response = await this.#request(address, {});
    const location = response.headers.get('location');
    if (location !== null) return location;
    const page = await response.text();
    const form = readFormPage(page);
    if (form === null) throw new Error(`${address} answered ${response.status}: ${page}`);
    return (await this.submit(form.action, form.fields)).href;
  }

  /** Goes on until the app is reached. */
  async travel(address: string): Promise<URL> {
    let at = address;
    for (let step = 0; step < 6; step += 1) {
      at = await this.go(at);
      if (at.startsWith(SITE_URL) && !at.startsWith(AUTH_URL)) return new URL(at);
    }
    throw new Error(`the way does not end: ${at}`);
  }

  /** A call of the page, which keeps the cookies that it brings. */
  async fetch(path: string, token: string): Promise<unknown> {
    const response = await this.#request(`${AUTH_URL}${path}`, { authorization: `Bearer ${token}` });
    return response.json();
  }

  /** A call of the page with a body. */
  async post(path: string, body: object): Promise<unknown> {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await this.#request(`${AUTH_URL}${path}`, { 'content-type': 'application/json' }, init);
    return response.json();
  }

  /** Posts a form that another site prepared, and returns where it leads. */
  async submit(action: string, form: URLSearchParams): Promise<URL> {
    const type = 'application/x-www-form-urlencoded';
    const init = { method: 'POST', body: form.toString() };
    const response = await this.#request(action, { 'content-type': type }, init);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${action} answered ${response.status}`);
    return new URL(location);
  }

  async #request(
    address: string,
    headers: Record<string, string>,
    init: { method?: string; body?: string } = {},
  ): Promise<Response> {
    // Tests listen elsewhere than configured.
    const url = address.replace(AUTH_URL, `${this.#world.url}/auth/v1`);
    const isOurs = url.startsWith(this.#world.url);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, ...(isOurs && cookie !== '' && { cookie }), apikey: this.#world.anonKey },
    });
    if (isOurs) for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
