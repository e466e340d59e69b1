import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function written(act: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  act(createLog('info', (line) => lines.push(line), { base: { part: 'test' } }));
  return lines;
}

it('writes one line of JSON with its own and the common fields', () => {
  const [line = '', ...others] = written((log) => log.with({ run: 1 }).info('done', { ms: 5n }));
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', message: 'done', part: 'test', run: 1, ms: '5' });
});

it('omits lines below its level', () => {
  expect(written((log) => log.debug('detail'))).toEqual([]);
});

it('logs an error with its cause', () => {
  const error = new Error('outer', { cause: new Error('inner') });
  const [line = ''] = written((log) => log.error('failed', { error }));
  expect(JSON.parse(line)).toMatchObject({ error: { message: 'outer', cause: { message: 'inner' } } });
});

it('escapes what terminals or line readers would interpret', () => {
  const text = 'a\nb\rc\u001b[31md\u007fe\u009b31mf\u0085g\u2028h\u2029i';
  const [line = ''] = written((log) => log.warn(text, { [text]: text, error: new Error(text) }));
  expect(line).not.toMatch(/[\p{C}\u2028\u2029]/u);
  expect(JSON.parse(line)).toMatchObject({ message: text, [text]: text });
});
