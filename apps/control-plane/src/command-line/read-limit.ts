import { UsageError } from './usage-error.ts';

/** Undefined: not given; null: back to the default. Throws UsageError. */
export function readLimit(
  option: string,
  text: string | undefined,
  bounds: {
    readonly most: number;
    readonly isWhole: boolean;
    /** The meaning of 0, for the error message. Default: `any`. */
    readonly unlimited?: string;
  },
): number | null | undefined {
  const { most, isWhole, unlimited = 'any' } = bounds;
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const limit = text.trim() === '' ? Number.NaN : Number(text);
  if (limit >= 0 && limit <= most && (!isWhole || Number.isInteger(limit))) return limit;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageError(
    `${option} is "${text}": specify ${kind} from 0 (${unlimited}) to ${most}, or "default" for the usual limit.`,
  );
}
