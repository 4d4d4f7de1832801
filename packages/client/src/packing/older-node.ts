/**
 * Polyfills of what programs use and Node 20 lacks. Only packed programs contain it: a checkout
 * runs on the project's own version of Node.
 */
type Key = string;

function define(holder: object, name: string, value: unknown): void {
  if (name in holder) return;
  Object.defineProperty(holder, name, { value, configurable: true, writable: true });
}

function groupInto<Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    groups.set(key, [...(groups.get(key) ?? []), item]);
    index += 1;
  }
  return groups;
}

define(Map, 'groupBy', groupInto);
define(Object, 'groupBy', (items: Iterable<unknown>, keyOf: (item: unknown) => Key) =>
  Object.fromEntries(groupInto(items, keyOf)),
);
define(Error, 'isError', (value: unknown) => value instanceof Error);
define(URL, 'parse', (url: string, base?: string) =>
  URL.canParse(url, base) ? new URL(url, base) : null,
);
