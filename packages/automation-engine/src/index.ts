export type { OutputEntry } from './reports/output-entry.ts';
export type { Checkpoint } from './run/checkpoints.ts';
export type { RunStart } from './run/run-dependencies.ts';
export {
  type Automation,
  type AutomationIssue,
  InvalidAutomationError,
  parseAutomation,
} from './document/index.ts';
export type { DownloadedFile } from './page/downloads/download.ts';
export type { ModelCall } from './capabilities/models/guard-models.ts';
export type {
  HumanEvent,
  HumanInTheLoop,
  HumanRequest,
} from './capabilities/human/human-in-the-loop.ts';
export type { PrivateHandler, PrivateHandlers } from './run/private-handler.ts';
export { runAutomation } from './run/run-automation.ts';
export type { RunResult } from './run/run-result.ts';
export type { DoneStep, Evidence, RunFailure, StepEvent } from './reports/run-events.ts';
export type { ResolvedSecret, SecretResolver, WantedSecret } from './secrets/secret-resolver.ts';
export type { RunLimits } from './run-limits.ts';
export type { Screenshot } from './run/pictured-run.ts';
export type { RunDependencies, RunInputs } from './run/run-dependencies.ts';
export type {
  CodePlace,
  MessageRequest,
  MessageSource,
  ReceivedMessage,
} from './capabilities/two-factor/message-source.ts';
export { MessagesUnavailableError } from './capabilities/two-factor/two-factor-errors.ts';
export type { AnsweredDialog } from './reports/step-activity.ts';
export { readReplayArchive, type ReplayArchive } from './traces/replay-archive.ts';
export { openTraceFile, type TraceFile } from './traces/trace-file.ts';
export type { HealedLocator } from './reports/step-record.ts';
export type {
  EngineSession,
  LocateOptions,
  SessionRun,
  SessionSnapshot,
  SessionState,
  WantedNode,
} from './sessions/engine-session.ts';
export type { SessionStep } from './sessions/collect-steps.ts';
export { type OpenedSession, openSession } from './sessions/open-session.ts';
export type { SessionDependencies } from './sessions/live-run.ts';
export type { LocatedElement, LocatedElements } from './page/inspection/locate-elements.ts';
export type { PickedElement } from './page/inspection/describe-pick.ts';
export { startRecorder, type Recorder } from './recorder/start-recorder.ts';
export { recordPerson } from './recorder/record-person.ts';
export { replayRecording } from './recorder/replay-recording.ts';
export type { Recording } from './recorder/write-recording.ts';
export type { RecordedStep } from './recorder/start-recorder.ts';
export type { PointMode } from './recorder/notes.ts';
export type { PointingMode, SessionRecording } from './sessions/session-recorder.ts';
