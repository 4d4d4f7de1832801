export type { OutputEntry } from './action-context.ts';
export {
  type Automation,
  type AutomationIssue,
  InvalidAutomationError,
  parseAutomation,
} from './automation/index.ts';
export type { DownloadedFile } from './downloads/downloads.ts';
export type { RetryScope } from './errors.ts';
export type { ModelCall } from './models/guard-models.ts';
export type { HumanEvent, HumanInTheLoop, HumanRequest } from './human-in-the-loop.ts';
export type { PrivateHandler, PrivateHandlers } from './private-handler.ts';
export { runAutomation } from './run-automation.ts';
export type { RunResult } from './run-result.ts';
export type { DoneStep, Evidence, RunFailure, StepEvent } from './run-events.ts';
export type { ResolvedSecret, SecretResolver, WantedSecret } from './secrets/secret-resolver.ts';
export type { RunLimits } from './run-limits.ts';
export type { RunDependencies, RunInputs, Screenshot } from './run-state.ts';
export type {
  CodePlace,
  MessageRequest,
  MessageSource,
  ReceivedMessage,
} from './two-factor/message-source.ts';
export { MessagesUnavailableError } from './two-factor/two-factor-errors.ts';
export type { AnsweredDialog } from './pages/step-activity.ts';
export type { HealedLocator } from './step-record.ts';
