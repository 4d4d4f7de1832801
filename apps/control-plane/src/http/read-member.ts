/** Reads an own member of a client's value; undefined when there is none. */
export function readMember(value: unknown, name: string | number): unknown {
  return hasMember(value, name) ? Reflect.get(value, name) : undefined;
}

export function hasMember(value: unknown, name: string | number): value is object {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}
