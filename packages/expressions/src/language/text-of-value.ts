import type { Budget } from './budget.ts';
import { type Element, Float, isList, toValue, type Value } from './value.ts';

/** Computes Python's `str(value)`. */
export function textOf(value: Value, budget: Budget): string {
  if (typeof value === 'string') return value;
  const text = represent(value, budget);
  budget.spendOnText(text.length);
  return text;
}

/** Computes Python's `repr(value)`: the notation of a value inside a list. */
function represent(value: Value, budget: Budget): string {
  budget.spend(1);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return quote(value, budget);
  if (value instanceof Float) return floatText(value.number);
  const inner = (element: Element) => represent(toValue(element), budget);
  if (isList(value)) return `[${value.map((element) => inner(element)).join(', ')}]`;
  const entries = Object.entries(value);
  return `{${entries.map(([key, element]) => `${inner(key)}: ${inner(element)}`).join(', ')}}`;
}

function quote(text: string, budget: Budget): string {
  budget.spendOnText(text.length);
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll(/[\\'\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    if (character === "'") return mark === "'" ? String.raw`\'` : character;
    return namedEscapes.get(character) ?? numberedEscape(character);
  });
  return `${mark}${escaped}${mark}`;
}

const namedEscapes = new Map([
  ['\\', '\\\\'],
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

function numberedEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
}

/**
 * Returns the shortest digits that denote the same float, with an exponent where Python uses one.
 */
function floatText(float: number): string {
  if (Number.isNaN(float)) return 'nan';
  if (!Number.isFinite(float)) return float > 0 ? 'inf' : '-inf';
  if (float === 0) return Object.is(float, -0) ? '-0.0' : '0.0';
  const [digits = '', exponent = '0'] = float.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const text = power < 0 ? float.toFixed(decimalsOf(digits) - power) : String(float);
  return text.includes('.') ? text : `${text}.0`;
}

function decimalsOf(digits: string): number {
  return digits.replace(/^-?\d\.?/, '').length;
}
