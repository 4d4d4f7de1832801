/** Why a task waits; `null` in its place says that it does not. */
export type WaitReason =
  | 'paused'
  | 'login_busy'
  | 'portal_limit'
  | 'account_limit'
  | 'warm_session_busy'
  | 'no_worker';
