abstract class ActionError extends Error {
  /** Stable; callers switch on it. */
  abstract readonly code: string;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** No action of this group has this kind. */
export class UnknownActionError extends ActionError {
  readonly code = 'unknown_action';

  constructor(group: string, kind: string, knownKinds: readonly string[]) {
    super(`There is no ${group} action "${kind}". Known kinds: ${knownKinds.join(', ')}.`);
  }
}

/** The params of an action break its schema. */
export class InvalidParamsError extends ActionError {
  readonly code = 'invalid_params';

  constructor(kind: string, problems: string) {
    super(`Params of action "${kind}" are not valid:\n${problems}`);
  }
}

/** The kind is checked when an automation is saved, but this version of the engine does not run it. */
export class ActionNotImplementedError extends ActionError {
  readonly code = 'not_implemented';

  constructor(kind: string) {
    super(`not_implemented: ${kind} does not run in this version of the engine.`);
  }
}
