import type { CaptchaProvider } from '#domain/captcha.ts';

/**
 * Source of a simulated widget script. It draws a button for the user and two for the test, gets its tokens from
 * `window.solveCaptcha`, and uses HTML without trusted types, as a third-party script may.
 */
export const widgetScript = (provider: CaptchaProvider): string => `(() => {
  const widgets = new Map();
  const button = (place, name, onPress) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.innerHTML = '<b></b>';
    made.firstChild.textContent = name;
    made.onclick = onPress;
    place.append(made);
    return made;
  };
  window.${provider} = {
    render(place, options) {
      if (options.sitekey !== 'a widget') throw new Error('no such widget');
      const person = button(place, 'I am human', async () => {
        const token = await window.solveCaptcha();
        person.textContent = 'Solved';
        options.callback(token);
      });
      const reset = () => (person.textContent = 'I am human');
      button(place, 'Expire', () => { reset(); options['expired-callback'](); });
      button(place, 'Break', () => { reset(); options['error-callback']('network-error'); });
      const name = String(widgets.size);
      widgets.set(name, { place, reset });
      return name;
    },
    reset: (name) => widgets.get(name).reset(),
    remove: (name) => widgets.get(name).place.replaceChildren(),
  };
  const { searchParams } = new URL(document.currentScript.src);
  if (searchParams.get('render') !== 'explicit') throw new Error('the widget draws itself');
  queueMicrotask(window[searchParams.get('onload')]);
})();`;
