/** Requests to self-hosted servers in tests. `as`: one of their models by its name. */

export const ids = (...names: readonly string[]) => ({
  models: ['sim/fast', ...names.map((name) => `sim/fast@${name}`)],
});
export const as = (name: string) => ({ model: `sim/fast@${name}` });
export const picture = (url: unknown): object => ({
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: url },
      ],
    },
  ],
});
export const PNG = 'data:image/png;base64,iVBORw0KGgo=';
export const long = (tokens: number) => ({ messages: [{ role: 'user', content: 'word'.repeat(tokens) }] });
