import { pollUntil } from '@errand/test-kit';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROFILE = fileURLToPath(new URL('../../infra/seccomp/chromium.json', import.meta.url));
const READY_DEADLINE_MS = 120_000;

/** On the host's network, to reach the sample site; in a fleet, each worker has its own. */
const FLAGS = [
  `--runtime runc --network host --user 10001:0 --read-only --tmpfs /tmp:size=4g,mode=1777`,
  `--shm-size 512m --cap-drop all --security-opt no-new-privileges`,
  `--memory 2g --pids-limit 1000 --cpus 2 --ulimit nofile=20000:20000 --ulimit nproc=30000:30000`,
].flatMap((line) => line.split(' '));

/** Prints the kernel's view of process 1, of a renderer and of zombie processes. */
const DESCRIBE = `
echo "user=$(id -u)"
echo "capabilities=$(sed -n 's/^CapEff:\\t//p' /proc/1/status)"
echo "first=$(tr '\\0' ' ' < /proc/1/cmdline | cut -d' ' -f1)"
touch /app/written 2>/dev/null && echo "disk=writable" || echo "disk=read-only"
zombies=0
for folder in /proc/[0-9]*; do
  if grep -q '^State:.Z' $folder/status 2>/dev/null && grep -q '^PPid:.1$' $folder/status; then
    zombies=$((zombies + 1))
  fi
  if tr '\\0' ' ' < $folder/cmdline 2>/dev/null | grep -q '^[^ ]*chromium.* --type=renderer'; then
    renderer=$(sed -n 's/^Seccomp_filters:\\t//p' $folder/status)
  fi
done
echo "zombies=$zombies"
echo "renderer=$renderer"`;

const EXPECTED: Readonly<Record<string, string>> = {
  user: '10001',
  capabilities: '0000000000000000',
  first: 'tini',
  disk: 'read-only',
  zombies: '0',
  // The container's filter and Chromium's own.
  renderer: '2',
};

/** Starts a worker with every restriction. Disposing removes the container. */
export async function startContainer(image: string, settings: Readonly<Record<string, string>>) {
  const environment = Object.entries(settings).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ]);
  const flags = [...FLAGS, '--security-opt', `seccomp=${PROFILE}`, ...environment];
  const id = (await podman('run', '--detach', ...flags, image)).trim();
  return {
    untilReady: (url: string) => untilReady(id, url),
    describe: () => describe(id),

    /** Stops the container as a roll-out does. */
    async stop() {
      const started = Date.now();
      await podman('stop', '--time', '60', id);
      const status = (await podman('inspect', '--format', '{{.State.ExitCode}}', id)).trim();
      const result = `exit code ${status} after ${((Date.now() - started) / 1_000).toFixed(1)} s`;
      return { check: 'SIGTERM', result, good: status === '0' };
    },

    async [Symbol.asyncDispose]() {
      await podman('rm', '--force', '--time', '0', id);
    },
  };
}

/** Returns the body of the health check. Throws with the log if the worker stays unhealthy. */
async function untilReady(id: string, url: string): Promise<string> {
  try {
    return await pollUntil(
      'the worker is ready',
      async () => {
        const response = await fetch(url).catch(() => undefined);
        return response?.ok === true ? await response.text() : undefined;
      },
      { deadlineMs: READY_DEADLINE_MS },
    );
  } catch (error) {
    const log = await podman('logs', '--tail', '10', id);
    throw new Error(`The worker did not become ready:\n${log}`, { cause: error });
  }
}

async function describe(id: string) {
  const printed = await podman('exec', id, 'sh', '-c', DESCRIBE);
  const found = new Map<string, string>();
  for (const line of printed.split('\n')) {
    const [name = '', value = ''] = line.split('=');
    found.set(name, value);
  }
  return Object.entries(EXPECTED).map(([name, expected]) => {
    const result = found.get(name) ?? 'nothing';
    return { check: name, result, good: result === expected };
  });
}

async function podman(...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('podman', words);
  return stdout || stderr;
}
