import { afterEach, describe, expect, test } from 'vitest';
import { type SmsFault, type SmsSimulator, startSmsSimulator } from '#simulators/sms/start-sms-simulator.ts';
import { expectOwnLimit } from '#tests/worlds/expect-own-limit.ts';
import { createHttpGateway, DEFAULT_BODY } from './http-gateway.ts';
import { describeTexter } from './texter-contract.ts';

const text = { kind: 'sign_in_code', to: '+491701234567', text: 'Your code: 123456' };
let gateway: SmsSimulator | undefined;
afterEach(() => gateway?.close());

describeTexter('an HTTP gateway', async () => {
  const simulator = await startSmsSimulator();
  return {
    texter: createHttpGateway({ ...simulator, body: DEFAULT_BODY }),
    received: async () => simulator.taken,
    close: () => simulator.close(),
  };
});

test('the body has the configured form, with its other fields unchanged', async () => {
  gateway = await startSmsSimulator();
  const body = {
    from: 'Errand',
    to: '{to}',
    text: 'Errand: {text}',
    options: [{ recipient: '{to}', ttl: 600 }],
  };
  await createHttpGateway({ ...gateway, body }).send(text);
  expect(gateway.taken).toEqual([{ to: text.to, text: 'Errand: Your code: 123456' }]);
});

describe('when the gateway', () => {
  test('cannot reach the number, the error is not retryable, and does not show the number', async () => {
    gateway = await startSmsSimulator();
    const send = createHttpGateway({ ...gateway, body: DEFAULT_BODY }).send({ ...text, to: '+49301234567' });
    await expect(send).rejects.toMatchObject({ name: 'TextError', retryable: false });
    await expect(send).rejects.not.toThrow(/4930/);
  });

  test('does not know the token, the error is not about the number', async () => {
    gateway = await startSmsSimulator();
    const send = createHttpGateway({ ...gateway, token: 'another', body: DEFAULT_BODY }).send(text);
    await expect(send).rejects.toMatchObject({ retryable: true, message: expect.stringContaining('401') });
  });

  test.each<SmsFault>(['busy', 'broken', 'down'])('is %s, the error is retryable', async (fault) => {
    gateway = await startSmsSimulator();
    gateway.setFault(fault);
    const send = createHttpGateway({ ...gateway, body: DEFAULT_BODY }).send(text);
    await expect(send).rejects.toMatchObject({ name: 'TextError', retryable: true });
    expect(gateway.taken).toEqual([]);
  });

  test('never answers, sending times out', async () => {
    gateway = await startSmsSimulator();
    gateway.setFault('hangs');
    const { url, token } = gateway;
    await expectOwnLimit((limit, signal) =>
      createHttpGateway({ url, token, body: DEFAULT_BODY, limit }).send(text, signal),
    );
  });

  test('redirects, nothing is sent there', async () => {
    gateway = await startSmsSimulator();
    gateway.setFault('elsewhere');
    const send = createHttpGateway({ ...gateway, body: DEFAULT_BODY }).send(text);
    await expect(send).rejects.toMatchObject({ retryable: true });
    expect(gateway.strayed()).toBe(0);
  });
});
