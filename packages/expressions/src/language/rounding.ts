import { toNumber } from './arithmetic.ts';
import { OperationError } from './operation-error.ts';
import { describeType, Float, toCount, type Value } from './value.ts';

const MOST_DIGITS = 400;

/**
 * Computes `round(value)` or `round(value, digits)` of the exact value: to nearest, ties to even.
 */
export function roundNumber(value: Value, digits: Value): Value {
  const number = toNumber(value);
  if (number === undefined) throw new OperationError(`${describeType(value)} cannot be rounded.`);
  if (number instanceof Float) return roundFloat(number, digits);
  if (digits === null) return number;
  const places = toCount(digits, 'The number of digits');
  if (places >= 0) return number;
  if (places < -MOST_DIGITS * 4) return 0n;
  const unit = 10n ** BigInt(-places);
  return roundHalfEven(number, unit) * unit;
}

function roundFloat({ number }: Float, digits: Value): Value {
  if (!Number.isFinite(number)) {
    if (digits !== null) return new Float(number);
    throw new OperationError('An infinite float or NaN has no integer part.');
  }
  const places = digits === null ? 0 : toCount(digits, 'The number of digits');
  // No float has more digits than this before or after the point.
  if (places > MOST_DIGITS) return new Float(number);
  if (places < -MOST_DIGITS) return new Float(number < 0 ? -0 : 0);
  const { numerator, denominator } = toFraction(number);
  if (digits === null) return roundHalfEven(numerator, denominator);
  const scale = 10n ** BigInt(Math.abs(places));
  const units =
    places < 0
      ? roundHalfEven(numerator, denominator * scale)
      : roundHalfEven(numerator * scale, denominator);
  const rounded = Math.abs(Number(`${units}e${-places}`));
  return new Float(number < 0 || Object.is(number, -0) ? -rounded : rounded);
}

function roundHalfEven(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n;
  const dividend = isNegative ? -numerator : numerator;
  const quotient = dividend / denominator;
  const doubled = (dividend % denominator) * 2n;
  const isUp = doubled > denominator || (doubled === denominator && quotient % 2n === 1n);
  const rounded = isUp ? quotient + 1n : quotient;
  return isNegative ? -rounded : rounded;
}

/** Returns the exact value of a finite float; the denominator is a power of two. */
function toFraction(number: number): { numerator: bigint; denominator: bigint } {
  let scaled = number;
  let power = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    power += 1;
  }
  return { numerator: BigInt(scaled), denominator: 2n ** BigInt(power) };
}
