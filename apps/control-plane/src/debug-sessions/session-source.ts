import type { ErrandSchemas } from '@errand/api-types';
import {
  endPath,
  followPath,
  NodePathError,
  parseAutomation,
} from '@errand/automation-engine/automation';
import type { Sealer } from '@errand/secrets';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Database } from '../database/connect-database.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { checkAutomation } from '../recordings/read-automation.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { DeclaredParameters } from '../recordings/recording.ts';
import { assertSeedsOpen, openSeeds } from '../recordings/seal-seeds.ts';
import { readReplayedTask } from './replay-source.ts';

type Body = ErrandSchemas['OpenSessionRequest'];
type Automation = ErrandSchemas['Automation'];

/** What a session opens. */
export interface SessionSource {
  readonly automation: Automation;
  /** The source as clients see it. */
  readonly shown: ErrandSchemas['DebugSession']['source'];
  /** The task that is replayed. Default: none. */
  readonly inputParameters?: Readonly<Record<string, readonly string[]>> | undefined;
}

interface SourceDependencies {
  readonly recordings: RecordingStore;
  readonly sealer: Sealer;
  readonly database: Pick<Database, 'pool'>;
  readonly artifacts: Pick<ArtifactStore, 'findTrace'>;
}

const KINDS = ['url', 'automation', 'recording_id', 'replay_of'] as const;

/**
 * Reads the automation that a request names. Throws InvalidRequestError, RecordingNotFoundError,
 * VersionNotFoundError, TaskNotFoundError, TraceNotFoundError.
 */
export async function readSource(
  dependencies: SourceDependencies,
  accountId: string,
  body: Body,
): Promise<SessionSource> {
  const { sealer } = dependencies;
  checkKinds(body);
  const source = await findSource(dependencies, accountId, body);
  const { browser_settings: settings } = body;
  const whole = settings ? { ...source.automation, browser_settings: settings } : source.automation;
  const automation = body.url === undefined ? checkAutomation(whole).automation : checkPage(whole);
  if (body.until !== undefined) checkUntil(automation, body.until);
  assertSeedsOpen(automation, { sealer, accountId });
  return { ...source, automation };
}

/** The client has sent no automation, so problems are about members of the request itself. */
function checkPage(automation: object): Automation {
  try {
    return checkAutomation(automation).automation;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const violations = error.violations.map(({ loc, msg, type }) => ({
      loc: ['body', ...loc.slice(2)],
      msg: msg.replace(/^automation\.[^ ]*? /, ''),
      type,
    }));
    throw new InvalidRequestError(violations);
  }
}

/** The session would wait for a worker only to fail. */
function checkUntil(automation: Automation, until: string): void {
  const parsed = parseAutomation(automation);
  if (until === endPath(parsed)) return;
  try {
    followPath(parsed, until);
  } catch (error) {
    if (!(error instanceof NodePathError)) throw error;
    const msg = `${error.message} ${endPath(parsed)} runs everything.`;
    throw new InvalidRequestError([{ loc: ['body', 'until'], msg, type: 'node_path' }]);
  }
}

function checkKinds(body: Body): void {
  const isReplay = body.replay_of !== undefined;
  const given = KINDS.filter(
    (kind) => body[kind] !== undefined && !(isReplay && kind === 'automation'),
  );
  if (given.length !== 1) {
    const msg = `names ${given.length} of url, automation, recording_id and replay_of: specify exactly one of them`;
    throw new InvalidRequestError([{ loc: ['body'], msg, type: 'source' }]);
  }
  if (body.version !== undefined && body.recording_id === undefined) {
    const msg = 'belongs to recording_id: specify both, or leave version out';
    throw new InvalidRequestError([{ loc: ['body', 'version'], msg, type: 'source' }]);
  }
}

async function findSource(
  { recordings, ...replayed }: SourceDependencies,
  accountId: string,
  { url, automation, recording_id: recordingId, version, replay_of: taskId }: Body,
): Promise<Omit<SessionSource, 'automation'> & { readonly automation: object }> {
  if (taskId !== undefined) {
    const task = await readReplayedTask(replayed, accountId, taskId);
    const { recordingId: id, version: number, inputParameters } = task;
    const used = automation ?? (await recordings.getVersion(accountId, id, number)).automation;
    // The automation passed its schema when it was stored.
    return { automation: used as object, shown: { replay_of: taskId }, inputParameters };
  }
  if (automation) return { automation, shown: {} };
  if (recordingId === undefined)
    return { automation: emptyAutomation(url), shown: { url: url ?? '' } };
  const known = await recordings.get(accountId, recordingId);
  const found =
    version === undefined ? known : await recordings.getVersion(accountId, recordingId, version);
  const shown = { recording_id: known.recordingId, version: found.version };
  // The automation passed its schema when it was stored.
  return { automation: found.automation as object, shown };
}

function emptyAutomation(url: string | undefined): object {
  const parameters = { input_parameters: {}, secure_parameters: {}, generated_parameters: {} };
  return { url, parameters, nodes: [] };
}

/** What the automation requires of its caller. */
export function declaredBy(
  { parameters, browser_channel: channel, url }: Automation,
  seals: { readonly sealer: Sealer; readonly accountId: string },
): DeclaredParameters {
  return {
    inputParameters: parameters?.input_parameters ?? {},
    secureParameters: openSeeds(parameters?.secure_parameters ?? {}, seals),
    browserChannel: channel,
    hasStartPage: (url ?? '').trim() !== '',
  };
}
