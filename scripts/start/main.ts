// npm start: starts everything on this machine and runs a first task.
import { ensureBundle } from '@errand/console/bundle';
import { createApiClient, startInstallation } from '@errand/local-installation';
import { shutdownRequested } from '@errand/app-runtime';
import { ensureCommands } from '../system/ensure-commands.ts';
import { describeAsJson, describeForPeople, USUAL_DIRECTORY } from './announce.ts';
import { chooseSettings } from './choose-settings.ts';
import { parseFlags, USAGE, type Flags } from './flags.ts';
import { runSampleTask } from './sample-task.ts';

try {
  const flags = parseFlags(process.argv.slice(2), USUAL_DIRECTORY);
  // Comes before anything starts, so that an early Ctrl-C is not missed.
  const requested = shutdownRequested();
  if (flags.help) process.stdout.write(`${USAGE}\n`);
  else {
    const say = (line: string): void => {
      (flags.json ? process.stderr : process.stdout).write(`${line}\n`);
    };
    process.exitCode = await serve(flags, requested, say);
    say('Stopped.');
  }
} catch (error) {
  process.stderr.write(`\n${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
process.disconnect?.();

/** Returns the exit status: 0 after a stop request, 1 if a part failed. */
async function serve(
  flags: Flags,
  requested: Promise<string>,
  say: (line: string) => void,
): Promise<number> {
  ensureCommands('run', say);
  if (process.getuid?.() === 0) {
    say(
      'As root, Chromium runs without its sandbox: visit only sites that you trust with this machine, or start as an ordinary user.',
    );
  }
  const { apps: settings, environment, report } = chooseSettings(process.env);
  for (const line of report) say(line);
  say('Starting PostgreSQL, control plane, worker, gateway and sample site...');
  const bundling = ensureBundle().catch((error: unknown) => {
    say(`The console cannot be built, but the rest works: ${String(error)}`);
  });
  await using installation = await startInstallation({
    ...flags,
    environment,
    settings,
  });
  await bundling;
  if (flags.json) process.stdout.write(`${describeAsJson(installation)}\n`);
  const stopping = new AbortController();
  const ended = Promise.race([
    requested.then(() => 0),
    installation.failed.then((reason) => {
      say(`${reason} Its log is in ${installation.dataDirectory}/logs.`);
      return 1;
    }),
  ]);
  void ended.then(() => stopping.abort());
  if (flags.sample) {
    const { apiUrl, apiKey, sample } = installation;
    const options = { apiUrl, say, signal: stopping.signal };
    await runSampleTask(createApiClient(apiUrl, apiKey), sample, options).catch(
      (error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      },
    );
  }
  if (!flags.json && !stopping.signal.aborted) say(describeForPeople(installation));
  const status = await ended;
  say(
    'Stopping: worker and browsers first, then the other apps and PostgreSQL. This takes up to half a minute.',
  );
  return status;
}
