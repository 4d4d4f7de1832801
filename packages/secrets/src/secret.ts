import { inspect } from 'node:util';

/**
 * A value that cannot be exposed by mistake: as text, in JSON, in `console.log`, in templates and
 * in `structuredClone` only its name appears. `reveal` is the only access to it, so a search for
 * that word finds every use.
 */
export class Secret {
  /** The author's name for the secret: `password[0]`. */
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
