import type { Code } from './code.ts';

/** Reads a number with what it looks like in a text, which differs between the languages. */
export function readNumberLiteral(literal: string, isPython: boolean): Code | undefined {
  const plain = literal.replaceAll(/[\s_]/g, '');
  const number = Number(plain);
  if (plain === '' || !Number.isFinite(number)) return undefined;
  const text = isPython ? pythonText(plain, number) : undefined;
  return { kind: 'number', number, ...(text !== undefined && { text }) };
}

/** Python keeps all digits of integers, and writes floats with a point: `5.0`, `1e-05`. */
function pythonText(plain: string, number: number): string {
  if (/^[+-]?\d+$/.test(plain)) return BigInt(plain).toString();
  if (!/[.e]/i.test(plain) || /^[+-]?0x/i.test(plain)) return String(number);
  const size = Math.abs(number);
  if (size >= 1e16 || (size < 1e-4 && size > 0)) {
    return number.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return Number.isInteger(number) ? `${number}.0` : String(number);
}
