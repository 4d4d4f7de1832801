/** Returns the value of an own key; untrusted keys may be names such as `constructor`. */
export const ownValue = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);
