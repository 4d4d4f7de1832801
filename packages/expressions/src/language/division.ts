/** Returns the remainder, with the sign of the divisor. */
export function integerRemainder(left: bigint, right: bigint): bigint {
  const remainder = left % right;
  return remainder !== 0n && remainder < 0n !== right < 0n ? remainder + right : remainder;
}

/**
 * Returns the float nearest to the exact quotient, even of integers that no float can represent.
 */
export function divideIntegers(left: bigint, right: bigint): number {
  const isNegative = left < 0n !== right < 0n && left !== 0n;
  const dividend = left < 0n ? -left : left;
  const divisor = right < 0n ? -right : right;
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  const quotient =
    dividend <= limit && divisor <= limit
      ? Number(dividend) / Number(divisor)
      : divideLarge(dividend, divisor);
  return isNegative ? -quotient : quotient;
}

/**
 * Computes enough bits that the conversion to a float rounds only once; the last bit stands for all
 * dropped bits.
 */
function divideLarge(dividend: bigint, divisor: bigint): number {
  const shift = Math.max(0, 70 + bitLength(divisor) - bitLength(dividend));
  const shifted = dividend << BigInt(shift);
  const isExact = shifted % divisor === 0n;
  const quotient = (shifted / divisor) | (isExact ? 0n : 1n);
  return Number(quotient) * 2 ** -shift;
}

function bitLength(integer: bigint): number {
  return integer.toString(2).length;
}

/** Returns the remainder, with the sign of the divisor even when it is zero. */
export function floatRemainder(left: number, right: number): number {
  const remainder = left % right;
  if (remainder === 0) return right < 0 ? -0 : 0;
  return remainder < 0 === right < 0 ? remainder : remainder + right;
}

/** Computes `left // right` from the remainder, so that both are consistent. */
export function divideFloors(left: number, right: number): number {
  const remainder = floatRemainder(left, right);
  const quotient = (left - remainder) / right;
  if (quotient === 0) return 1 / (left / right) < 0 ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}
