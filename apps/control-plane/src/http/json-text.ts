/** A value as JSON text, such as one that the database has written. */
export class JsonText<Value> {
  /** Only for the compiler, to distinguish JSON of different types. */
  declare readonly of: Value;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Members of an object, each a value or the text of one. */
type Members<Value> = {
  readonly [Name in keyof Value]: Value[Name] | JsonText<Value[Name]>;
};

/** Writes an object. The JSON of its members is neither parsed nor written again. */
export function writeObject<Value extends object>(members: Members<Value>): JsonText<Value> {
  const written = Object.entries(members).map(
    ([name, member]) =>
      `${JSON.stringify(name)}:${member instanceof JsonText ? member.text : JSON.stringify(member)}`,
  );
  return new JsonText(`{${separate(written)}}`);
}

/** Writes a list. Each text may contain several items, separated by commas. */
export function writeList<Item>(items: readonly JsonText<Item>[]): JsonText<Item[]> {
  return new JsonText(`[${separate(items.map(({ text }) => text))}]`);
}

/** Unlike `join`, adding strings does not copy them, so a nested text is copied only once. */
function separate(texts: readonly string[]): string {
  let separated = '';
  for (const text of texts) separated += separated === '' ? text : `,${text}`;
  return separated;
}
