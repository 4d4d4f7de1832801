/** The command line is not valid. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** Something on this machine prevents the command, such as a missing file. */
export class LocalError extends Error {
  override readonly name: string = 'LocalError';
}

/** A file has different references to secrets than the open session that it is tried in. */
export class SecretsKeptError extends LocalError {
  override readonly name: string = 'SecretsKeptError';

  constructor(names: readonly string[], sessionId: string) {
    const quoted = names.map((name) => `"${name}"`).join(', ');
    super(
      `secure_parameters of the file has different references for ${quoted} than those the session was opened with, and secrets cannot be changed in an open session. No step ran. End it (errand sessions end ${sessionId}), and try the file without --session.`,
    );
  }
}

/** Something that the command names does not exist. */
export class NotFoundError extends Error {
  override readonly name: string = 'NotFoundError';
}

/** Ctrl-C during a command whose task continues. The message says how to follow it. */
export class InterruptedError extends Error {
  override readonly name: string = 'InterruptedError';
  /** The tasks that continue, if the command waited for them. */
  readonly taskIds: readonly string[];

  constructor(
    message: string,
    options: ErrorOptions & { readonly taskIds?: readonly string[] } = {},
  ) {
    super(message, options);
    this.taskIds = options.taskIds ?? [];
  }
}

/** What the command waited for did not happen in time. */
export class TimedOutError extends Error {
  override readonly name: string = 'TimedOutError';
}

/** What ended a command that has submitted tasks, which continue; see the cause. */
export class TasksContinueError extends Error {
  override readonly name: string = 'TasksContinueError';
  readonly taskIds: readonly string[];

  constructor(taskIds: readonly string[], cause: unknown) {
    const reason = Error.isError(cause) ? cause.message : String(cause);
    const those =
      taskIds.length === 1
        ? `Task ${taskIds[0]} continues`
        : `${taskIds.length} submitted tasks continue`;
    super(`${reason} ${those}.`, { cause });
    this.taskIds = taskIds;
  }
}
