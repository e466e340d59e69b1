import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { DEFAULT_PATIENCE, engineCode } from './engine-code.ts';

test("V8's patience is put back as it was", () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(options).toContain(`--wasm-tiering-budget=${DEFAULT_PATIENCE}\n`);
});

test('cached code is still taken after the engine has been compiled, and the engine is compiled once', () => {
  const source = 'globalThis.answer = () => 42;';
  const cachedData = new Script(source).createCachedData();
  const code = engineCode();
  expect(new Script(source, { cachedData, filename: 'another' }).cachedDataRejected).toBe(false);
  expect(engineCode()).toBe(code);
});
