import { inspect } from 'node:util';

/**
 * A value that cannot be shown by mistake: as text, in JSON, by `console.log`, in a template or by `structuredClone` there is
 * only its name. `reveal` is the one way to it, so a search for that word finds every use.
 */
export class Secret {
  /** What the author calls it: `password[0]`. */
  readonly name: string;
  readonly #value: string;

  constructor(name: string, value: string) {
    this.name = name;
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return `[secret ${this.name}]`;
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.toPrimitive](): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
