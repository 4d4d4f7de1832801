/**
 * The place of a sealed value, which `@errand/secrets` binds it to: a value that was moved to another row does not open.
 * The values at `callbackSecret` are a ReceiverSecret.
 */
export const sealedContext = {
  secureParameters: (taskId: string) => `task:${taskId}:secure_parameters`,
  /** Of a submission's body, which is fingerprinted and not sealed. */
  submission: (accountId: string) => `account:${accountId}:submission`,
  /** Of any recording of the account, so that versions and copies of an automation keep it. */
  totpSeed: (accountId: string) => `account:${accountId}:totp_seed`,
  rdpParameter: (taskId: string) => `task:${taskId}:rdp_parameter`,
  callbackSecret: (owner: 'task' | 'recording' | 'delivery', id: string) =>
    `${owner}:${id}:callback_secret`,
  humanVariables: (taskId: string, waitId: string) => `task:${taskId}:human_wait:${waitId}`,
  screenKey: (workerId: string) => `worker:${workerId}:screen_key`,
  integration: (id: string) => `integration:${id}:settings`,
  signingSecret: (id: string) => `signing_secret:${id}:secret`,
};
