/** Texts of at least this length stay separate parts: copying them takes time and memory. */
const LONG = 8_192;

/** A value as JSON text, such as one that the database has written. */
export class JsonText<Value> {
  /** Only for the compiler, to distinguish JSON of different types. */
  declare readonly of: Value;
  /** The parts of the text, in order. Short texts between two long ones are joined. */
  readonly parts: readonly string[];

  constructor(parts: string | readonly string[]) {
    this.parts = typeof parts === 'string' ? [parts] : parts;
  }

  get text(): string {
    return this.parts.join('');
  }
}

/** Members of an object, each a value or the text of one. */
type Members<Value> = {
  readonly [Name in keyof Value]: Value[Name] | JsonText<Value[Name]>;
};

/** Writes an object. The JSON of its members is neither parsed nor written again. */
export function writeObject<Value extends object>(members: Members<Value>): JsonText<Value> {
  const written = Object.entries(members).map(([name, member]) => {
    const parts = member instanceof JsonText ? member.parts : [JSON.stringify(member)];
    return [`${JSON.stringify(name)}:`, ...parts];
  });
  return enclose('{', written, '}');
}

/** Writes a list. Each text may contain several items, separated by commas. */
export function writeList<Item>(items: readonly JsonText<Item>[]): JsonText<Item[]> {
  return enclose(
    '[',
    items.map(({ parts }) => parts),
    ']',
  );
}

function enclose<Value>(
  start: string,
  items: readonly (readonly string[])[],
  end: string,
): JsonText<Value> {
  const parts: string[] = [];
  let short = start;
  for (const [index, item] of items.entries()) {
    if (index > 0) short += ',';
    for (const part of item) {
      if (part.length < LONG) {
        short += part;
      } else {
        parts.push(short, part);
        short = '';
      }
    }
  }
  return new JsonText([...parts, short + end]);
}
