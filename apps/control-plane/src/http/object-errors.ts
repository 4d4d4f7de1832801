import { DomainError } from './domain-error.ts';

/** The account has no object of this kind with the id. */
export abstract class ObjectNotFoundError extends DomainError {
  constructor(kind: string, id: string) {
    super(`There is no ${kind} "${id}".`);
  }
}

/** Another object of this kind has the name. */
export abstract class NameTakenError extends DomainError {
  constructor(kind: string, name: string, options?: ErrorOptions) {
    super(`Another ${kind} has the name "${name}": choose another one.`, options);
  }
}

/** The account has reached its limit of objects of this kind. */
export abstract class ObjectLimitError extends DomainError {
  constructor(kinds: string, limit: number) {
    super(`The account has ${limit} ${kinds}, which is the limit: delete one first.`);
  }
}
