import { sealedContext } from '../database/sealed-context.ts';

/** Values of a row as text, by column and by the names in `also`. */
export type SealedRow = Readonly<Record<string, string>>;

export interface SealedTable {
  readonly table: string;
  /** Columns of the primary key with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text' | 'integer'>>;
  /** Further SQL expressions that a context needs. Null becomes an empty string. */
  readonly also?: Readonly<Record<string, string>>;
  /** The sealed columns, and the context of each one's value. */
  readonly columns: Readonly<Record<string, (row: SealedRow) => string>>;
}

const debugSession = ({ task_id: taskId = '' }: SealedRow): string =>
  sealedContext.debugSession(taskId);
const continuation = ({ task_id: taskId = '' }: SealedRow): string =>
  sealedContext.continuation(taskId);

/**
 * All columns with sealed values. Seeds in `recording_versions.automation` are not among them: they
 * are sealed inside a document. Tables that values are copied from come first, so that a copy made
 * in the meantime is found in its own table.
 */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'signing_secrets',
    key: { id: 'uuid' },
    columns: { secret: ({ id = '' }) => sealedContext.signingSecret(id) },
  },
  {
    table: 'integrations',
    key: { id: 'uuid' },
    columns: { settings: ({ id = '' }) => sealedContext.integration(id) },
  },
  {
    table: 'schedules',
    key: { id: 'uuid' },
    columns: { secrets: ({ id = '' }) => sealedContext.scheduleSecrets(id) },
  },
  {
    table: 'recordings',
    key: { id: 'uuid' },
    columns: {
      callback_secret: ({ id = '' }) => sealedContext.callbackSecret('recording', id),
    },
  },
  {
    table: 'tasks',
    key: { id: 'uuid' },
    columns: {
      secure_parameters: ({ id = '' }) => sealedContext.secureParameters(id),
      rdp_parameter: ({ id = '' }) => sealedContext.rdpParameter(id),
      task_callback_api_key: ({ id = '' }) => sealedContext.callbackSecret('task', id),
    },
  },
  {
    table: 'task_continuations',
    key: { task_id: 'uuid' },
    columns: { start: continuation, reached: continuation },
  },
  {
    table: 'human_waits',
    key: { task_id: 'uuid', id: 'uuid' },
    columns: {
      variables: ({ task_id: taskId = '', id = '' }) => sealedContext.humanVariables(taskId, id),
    },
  },
  { table: 'debug_sessions', key: { task_id: 'uuid' }, columns: { shown: debugSession } },
  {
    table: 'session_commands',
    key: { task_id: 'uuid', number: 'integer' },
    columns: { request: debugSession, answer: debugSession },
  },
  {
    table: 'session_events',
    key: { task_id: 'uuid', number: 'integer' },
    columns: { data: debugSession },
  },
  {
    table: 'workers',
    key: { id: 'text' },
    columns: { screen_key: ({ id = '' }) => sealedContext.screenKey(id) },
  },
  {
    table: 'callback_deliveries',
    key: { id: 'uuid' },
    also: {
      origin: 'secret_origin',
      task_id: 'task_id',
      recording_id: '(SELECT recording_id FROM tasks WHERE tasks.id = callback_deliveries.task_id)',
    },
    columns: { secret: contextOfDelivery },
  },
];

/** A copied secret keeps the context of what it was copied from. */
function contextOfDelivery({
  id = '',
  origin,
  task_id: taskId = '',
  recording_id: recordingId = '',
}: SealedRow): string {
  if (origin === 'task') return sealedContext.callbackSecret('task', taskId);
  if (origin === 'recording') return sealedContext.callbackSecret('recording', recordingId);
  return sealedContext.callbackSecret('delivery', id);
}
