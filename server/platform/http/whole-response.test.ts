import { expect, it } from 'vitest';
import { WholeResponse } from './whole-response.ts';

const whole = (): WholeResponse =>
  new WholeResponse('{"title":"Übung"}', {
    status: 206,
    headers: new Headers({ 'Content-Type': 'application/json' }),
  });

it('is a response like any other to whoever reads it', async () => {
  expect(whole()).toBeInstanceOf(Response);
  expect([whole().status, whole().ok, whole().bodyUsed]).toEqual([206, true, false]);
  expect(await whole().json()).toEqual({ title: 'Übung' });
  expect(Buffer.from(await whole().arrayBuffer()).toString()).toBe('{"title":"Übung"}');
  expect((await whole().blob()).type).toBe('application/json');
  expect(await new Response(whole().body).text()).toBe('{"title":"Übung"}');
});

it('can be read once, and once more after it was cloned', async () => {
  const response = whole();
  const copy = response.clone();
  expect(await response.text()).toBe('{"title":"Übung"}');
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
  expect(copy.headers.get('content-type')).toBe('application/json');
  expect(await copy.text()).toBe('{"title":"Übung"}');
});
