import { expect, test } from 'vitest';
import { policyAddress } from './policy-page.tsx';

test.each([
  ['https://policies.example/{policy}?for=errand', 'https://policies.example/privacy?for=errand'],
  ['https://policies.example/view?id={policy}', 'https://policies.example/view?id=privacy'],
  ['https://policies.example/errand', 'https://policies.example/errand/privacy'],
  ['https://policies.example', 'https://policies.example/privacy'],
])('%s leads to %s', (configured, address) => {
  expect(policyAddress(configured, 'privacy')).toBe(address);
});
