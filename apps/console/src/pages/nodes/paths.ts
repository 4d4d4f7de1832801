export type Json = Readonly<Record<string, unknown>>;
/** Member names and positions, such as `['nodes', 2, 'if_nodes', 0]`. */
export type Path = readonly (string | number)[];

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path that a wire path names, without iterations: `nodes[3][7].nodes[1]` is in node 3. */
export function pathOfWire(wirePath: string): Path {
  return wirePath.split('.').flatMap((part) => {
    const { list, index } = /^(?<list>\w+)\[(?<index>\d+)\]/.exec(part)?.groups ?? {};
    return list === undefined ? [] : [list, Number(index)];
  });
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Json)[key] : undefined),
    value,
  );
}
