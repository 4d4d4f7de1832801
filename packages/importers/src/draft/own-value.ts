/** Returns the value of an object's own key: an untrusted key may be `constructor`, for example. */
export const ownValue = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(record, key) ? record[key] : undefined);
