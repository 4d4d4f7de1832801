import { toFloat } from './arithmetic.ts';
import { OperationError } from './operation-error.ts';
import { describeType, Float, type Value } from './value.ts';

const LONGEST_NUMBER = 1000;
const spaces = String.raw`[\t-\r\x1C-\x20\x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]*`;
const digits = String.raw`\d+(?:_\d+)*`;
const integerPattern = new RegExp(`^${spaces}(?<sign>[+-]?)(?<digits>${digits})${spaces}$`);
const floatPattern = new RegExp(
  String.raw`^${spaces}(?<number>[+-]?(?:${digits}\.?(?:${digits})?|\.${digits})(?:e[+-]?${digits})?)${spaces}$`,
  'i',
);
const namedPattern = new RegExp(`^${spaces}(?<sign>[+-]?)(?<name>inf|infinity|nan)${spaces}$`, 'i');

/** Computes `int(value)`. */
export function readInteger(value: Value): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return BigInt(value);
  if (value instanceof Float) {
    if (Number.isFinite(value.number)) return BigInt(Math.trunc(value.number));
    throw new OperationError('An infinite float or NaN has no integer part.');
  }
  const text = textToRead(value, 'int');
  const groups = integerPattern.exec(text)?.groups;
  if (!groups)
    throw new OperationError(
      'This string is not a whole number: remove other characters with .replace(), or use float().',
    );
  const magnitude = BigInt(groups['digits']?.replaceAll('_', '') ?? '0');
  return groups['sign'] === '-' ? -magnitude : magnitude;
}

/** Computes `float(value)`. */
export function readFloat(value: Value): Float {
  if (value instanceof Float) return value;
  if (typeof value === 'bigint') return new Float(toFloat(value));
  if (typeof value === 'boolean') return new Float(Number(value));
  const text = textToRead(value, 'float');
  const number = floatPattern.exec(text)?.groups?.['number'];
  if (number !== undefined) return new Float(Number(number.replaceAll('_', '')));
  const named = namedPattern.exec(text)?.groups;
  if (!named)
    throw new OperationError(
      'This string is not a number: remove other characters with .replace().',
    );
  const magnitude = named['name']?.toLowerCase() === 'nan' ? Number.NaN : Infinity;
  return new Float(named['sign'] === '-' ? -magnitude : magnitude);
}

function textToRead(value: Value, type: string): string {
  if (typeof value !== 'string') {
    throw new OperationError(`${type}() takes a string or a number, not ${describeType(value)}.`);
  }
  if (value.length > LONGEST_NUMBER)
    throw new OperationError(
      `This text has more than ${LONGEST_NUMBER} characters, too many for a number.`,
    );
  return value;
}
