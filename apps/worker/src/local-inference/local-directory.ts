import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The data of one local inference server. */
interface LocalDirectory extends AsyncDisposable {
  /** Where tasks are kept. */
  readonly tasks: string;
  /** Name of the server in the control plane, the same after each start. */
  readonly serverId: string;
}

/** Another server uses the folder: both would run its tasks. */
class DirectoryInUseError extends Error {
  readonly code = 'directory-in-use';

  constructor(path: string, processId: number) {
    super(
      `The folder "${path}" is in use by process ${processId}. Set LOCAL_INFERENCE_DIRECTORY to another folder, or stop that process.`,
    );
    this.name = new.target.name;
  }
}

/** Only this user may read the folder. Throws DirectoryInUseError. */
export async function openLocalDirectory(path: string): Promise<LocalDirectory> {
  const tasks = join(path, 'tasks');
  await mkdir(tasks, { recursive: true, mode: 0o700 });
  const lock = join(path, 'process-id');
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'));
  if (holder > 0 && holder !== process.pid && isAlive(holder)) {
    throw new DirectoryInUseError(path, holder);
  }
  await write(lock, String(process.pid));
  const name = join(path, 'server-id');
  const known = await readFile(name, 'utf8').catch(() => '');
  const serverId = known === '' ? randomUUID() : known;
  await write(name, serverId);
  return { tasks, serverId, [Symbol.asyncDispose]: () => rm(lock, { force: true }) };
}

async function write(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  await file.writeFile(text);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
