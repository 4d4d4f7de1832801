import type { Page } from 'puppeteer';
import { replayRecording } from '../recorder/replay-recording.ts';
import type { Recording } from '../recorder/write-recording.ts';
import type { RunInputs } from '../run/run-dependencies.ts';
import type { SecretResolver } from '../secrets/secret-resolver.ts';
import type { SessionDependencies } from './live-run.ts';

interface SessionReplay {
  readonly dependencies: SessionDependencies;
  readonly inputs: RunInputs;
  /** Opens a page without cookies and storage, and closes all others. */
  readonly openPage: () => Promise<Page>;
}

/** Replays a recording in the browser of a session, with the secrets of the session by their names. */
export function replayInSession(
  recording: Recording,
  { dependencies, inputs, openPage }: SessionReplay,
): Promise<Recording> {
  const { downloadsDirectory, inputFiles, signal } = dependencies;
  return replayRecording(recording, {
    async openPage() {
      const page = await openPage();
      // The session continues with this page.
      return { page, [Symbol.asyncDispose]: () => Promise.resolve() };
    },
    secrets: onlyOf(inputs, dependencies.secrets),
    inputFiles,
    downloadsDirectory,
    signal,
    dependencies,
  });
}

/** The vault knows the secrets that the session was opened with, and no others. */
function onlyOf({ secretCounts = {} }: RunInputs, secrets: SecretResolver | undefined) {
  return {
    resolve(wanted, signal) {
      const { name, index } = wanted;
      if (secrets && index < (secretCounts[name] ?? 0)) return secrets.resolve(wanted, signal);
      throw new Error(`The session was opened without the secret "${name}".`);
    },
  } satisfies SecretResolver;
}
