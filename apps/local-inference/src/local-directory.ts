import { StartError } from '@errand/app-runtime';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The data of one local inference server. */
interface LocalDirectory extends AsyncDisposable {
  /** Folder that holds the tasks. */
  readonly tasks: string;
  /** Name of the server in the control plane, stable across restarts. */
  readonly serverId: string;
}

/** Another server uses the folder; both would run its tasks. */
class DirectoryInUseError extends StartError {
  override readonly code = 'directory-in-use';

  constructor(path: string, holder: string) {
    super(
      `The folder "${path}" is in use by process ${holder}. Set LOCAL_INFERENCE_DIRECTORY to another folder, or stop that process.`,
    );
  }
}

/** Opens the folder, readable by this user only. Throws DirectoryInUseError. */
export async function openLocalDirectory(path: string): Promise<LocalDirectory> {
  const tasks = join(path, 'tasks');
  await mkdir(tasks, { recursive: true, mode: 0o700 });
  await using resources = new AsyncDisposableStack();
  const lock = resources.use(await open(join(path, 'process-id'), 'a+', 0o600));
  if (!(await takeLock(lock))) throw new DirectoryInUseError(path, await lock.readFile('utf8'));
  await lock.truncate();
  await lock.writeFile(String(process.pid));
  const name = join(path, 'server-id');
  const known = await readFile(name, 'utf8').catch(() => '');
  const serverId = known === '' ? randomUUID() : known;
  if (known === '') await write(name, serverId);
  const owned = resources.move();
  return { tasks, serverId, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Takes the kernel's lock on an open file; the lock is released however this process ends. Returns
 * false when another process holds it. The flock program shares the file description with this
 * process, so the lock outlives the program.
 */
async function takeLock({ fd }: FileHandle): Promise<boolean> {
  const program = spawn('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'inherit', fd],
  });
  const [code] = await once(program, 'close');
  return code === 0;
}

async function write(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  await file.writeFile(text);
}
