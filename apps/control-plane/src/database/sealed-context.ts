/**
 * The context that `@errand/secrets` binds a sealed value to: a value moved to another row cannot
 * be opened. The values at `callbackSecret` are ReceiverSecrets.
 */
export const sealedContext = {
  secureParameters: (taskId: string) => `task:${taskId}:secure_parameters`,
  /** For a submission's body, which is fingerprinted, not sealed. */
  submission: (accountId: string) => `account:${accountId}:submission`,
  /**
   * Shared by all recordings of the account, so that versions and copies of an automation can keep
   * the value.
   */
  totpSeed: (accountId: string) => `account:${accountId}:totp_seed`,
  rdpParameter: (taskId: string) => `task:${taskId}:rdp_parameter`,
  /** Where a task starts, and where it could be continued. */
  continuation: (taskId: string) => `task:${taskId}:continuation`,
  callbackSecret: (owner: 'task' | 'recording' | 'delivery', id: string) =>
    `${owner}:${id}:callback_secret`,
  humanVariables: (taskId: string, waitId: string) => `task:${taskId}:human_wait:${waitId}`,
  /** For the state of a debug session, its commands and their results. */
  debugSession: (taskId: string) => `task:${taskId}:debug_session`,
  screenKey: (workerId: string) => `worker:${workerId}:screen_key`,
  integration: (id: string) => `integration:${id}:settings`,
  /** Without a task: for the events of the account that the ticket names. */
  eventsTicket: (taskId?: string) =>
    taskId === undefined ? 'account:events_ticket' : `task:${taskId}:events_ticket`,
  eventPosition: (accountId: string) => `account:${accountId}:event_position`,
  scheduleSecrets: (scheduleId: string) => `schedule:${scheduleId}:secrets`,
  signingSecret: (id: string) => `signing_secret:${id}:secret`,
};
