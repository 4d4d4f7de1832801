import { SUBMISSION_DEFAULTS, type ErrandSchemas } from '@errand/api-types';
import type { TraceContext } from '@errand/tracing';
import type { Transaction } from '../database/transaction.ts';
import type { InputFileContent } from '../input-files/input-file.ts';
import type { Continuation } from './continuation.ts';
import type { CurrentVersion } from './current-version.ts';
import type { IdempotentSubmission } from './idempotency-key.ts';

type Body = ErrandSchemas['SubmitTaskRequest'];

/** Members that are stored only in sealed form. */
type SealedMember = 'secure_parameters' | 'rdp_parameter' | 'task_callback_api_key';

/** Optional members that are stored unchanged in columns of the task. */
type OptionalMember = Exclude<
  keyof Body,
  'endpoint_name' | 'input_parameters' | 'input_files' | SealedMember
>;

/**
 * A task to store, with the names that the API and the columns share. Undefined members are left
 * out.
 */
export type SubmittedTask = {
  readonly [Name in OptionalMember]?: Body[Name] | undefined;
} & {
  readonly endpoint_name: string;
  /** The version that its parameters were checked against. Default: the current one. */
  readonly version?: CurrentVersion | undefined;
  /** Whether the task runs `version` even if a roll-out would choose another. Default false. */
  readonly isPinned?: boolean | undefined;
  readonly input_parameters: Readonly<Record<string, readonly string[]>>;
  readonly secure_parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly rdp_parameter?: unknown;
  readonly task_callback_api_key?: string | undefined;
  /**
   * A goal for an agent that starts on the recording's start page, in place of the recording's
   * steps.
   */
  readonly goal?: string | undefined;
  /** Files submitted with the task. Default none. */
  readonly input_files?: readonly InputFileContent[] | undefined;
  /** The task that this one retries. */
  readonly retry_of?: string | undefined;
  /** Where the task continues the one that it retries. Default: at its first node. */
  readonly continuation?: Continuation | undefined;
  /** The schedule that submits the task. Default none. */
  readonly schedule_id?: string | undefined;
  /**
   * Runs first in the transaction that stores the task. Returns the id of a task that was already
   * stored in its place, if any. Default: none.
   */
  readonly claim?:
    | ((transaction: Transaction, taskId: string) => Promise<string | undefined>)
    | undefined;
  /** The trace that the task belongs to. Default none. */
  readonly traceContext?: TraceContext | undefined;
  /** Makes the submission idempotent. Default none: each submission is a new task. */
  readonly idempotency?: IdempotentSubmission | undefined;
};

const {
  endpoint_name: _name,
  input_parameters: _inputs,
  input_files: _files,
  secure_parameters: _secrets,
  rdp_parameter: _desktop,
  task_callback_api_key: _key,
  ...plain
} = SUBMISSION_DEFAULTS;

/** Stored for an omitted member: its default in the API document, or else null. */
export const DEFAULTS: { readonly [Name in OptionalMember]: SubmittedTask[Name] | null } = plain;
