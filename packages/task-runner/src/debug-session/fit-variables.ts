import { bytesOf } from './json-bytes.ts';

type Variables = Readonly<Record<string, readonly unknown[]>>;

/** Replaces the largest values by their size, until the rest has at most `maxBytes` as JSON. */
export function fitVariables(variables: Variables, maxBytes: number): Record<string, unknown[]> {
  const sizes = new Map(Object.entries(variables).map(([name, list]) => [name, bytesOf(list)]));
  const largestFirst = [...sizes].toSorted(([, bytes], [, others]) => others - bytes);
  let total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const fitting: Record<string, unknown[]> = Object.fromEntries(
    Object.entries(variables).map(([name, list]) => [name, [...list]]),
  );
  for (const [name, bytes] of largestFirst) {
    if (total <= maxBytes) break;
    total -= bytes;
    fitting[name] = [`[left out: ${bytes} bytes]`];
  }
  return fitting;
}
