import { describe, expect, it } from 'vitest';
import { parseExact } from './exact-json.ts';

describe('JSON with long numbers', () => {
  it.each([
    '9007199254740993',
    '-9223372036854775807',
    '{"id":9007199254740993,"deep":[{"n":12345678901234567.10}]}',
    '0.12345678901234567890',
    '4503599627370496.2',
  ])('survives parsing and printing: %s', (text) => {
    expect(JSON.stringify(parseExact(`[${text}]`))).toBe(`[${text}]`);
  });

  it('has plain numbers where JavaScript keeps them exact', () => {
    const text = '{"id":9007199254740991,"price":12.30,"tiny":0.0000001,"share":0.1000000000000000000}';
    expect(parseExact(text)).toEqual({ id: 9007199254740991, price: 12.3, tiny: 1e-7, share: 0.1 });
  });

  it('is refused if invalid', () => {
    expect(() => parseExact('{"id":9007199254740993')).toThrow(SyntaxError);
  });
});
