import { AutomationError } from '../errors.ts';

/** No action of this group has this kind. */
export class UnknownActionError extends AutomationError {
  readonly code = 'unknown_action';
  override readonly retry = 'never';

  constructor(group: string, kind: string, knownKinds: readonly string[]) {
    super(`There is no ${group} action "${kind}". Known kinds: ${knownKinds.join(', ')}.`);
  }
}

/** The params of an action break its schema. */
export class InvalidParamsError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(kind: string, problems: string) {
    super(`Params of action "${kind}" are not valid:\n${problems}`);
  }
}
