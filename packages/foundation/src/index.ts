export { abortable } from './abortable.ts';
export { CodedError, type RetryScope } from './coded-error.ts';
export { Html, html } from './html.ts';
export { isRecord } from './is-record.ts';
export type { JsonValue } from './json-value.ts';
export { findNearestName, findNearestNames } from './nearest-name.ts';
export { openDeadline, type OpenDeadline } from './open-deadline.ts';
export { pause, pauseUntilAborted } from './pause.ts';
