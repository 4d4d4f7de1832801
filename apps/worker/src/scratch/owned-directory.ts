import { once } from 'node:events';
import { constants } from 'node:fs';
import { lstat, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, join } from 'node:path';

/** A socket that answers while the process lives that owns the directory, and whatever ends that, no longer. */
const SIGN_OF_LIFE = 'alive';
const OWNED =
  /^(?:errand-(?:session|recording)|\.errand-(?:session|recording)-new)-[A-Za-z0-9]{6}$/;
/** One that its owner was removing. */
const DISCARDED = /^\.errand-(?:session|recording)-old-[A-Za-z0-9]{6}$/;

/** A directory for one process. Disposing removes it. */
export interface OwnedDirectory extends AsyncDisposable {
  readonly path: string;
}

/**
 * Makes a directory that only this user may read. It gets its name when its sign of life is there, so no other process takes
 * it for an abandoned one.
 */
export async function openOwnedDirectory(
  root: string,
  kind: 'session' | 'recording',
): Promise<OwnedDirectory> {
  let path = await mkdtemp(join(root, `.errand-${kind}-new-`));
  const id = path.slice(-6);
  await using owned = new AsyncDisposableStack();
  const discarded = join(root, `.errand-${kind}-old-${id}`);
  // What has been killed may still write for a moment: ten tries take five seconds at most.
  owned.defer(() => rm(discarded, { recursive: true, force: true, maxRetries: 10 }));
  owned.use(await showLife(path));
  // Whenever this process is killed, the next one knows what is left of it.
  owned.defer(() => rename(path, discarded).catch(ignoreMissing));
  const named = join(root, `errand-${kind}-${id}`);
  await rename(path, named);
  path = named;
  const resources = owned.move();
  return { path, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Whether a directory of this user was made here, by a process that is dead. False for everything else. */
export async function isAbandoned(path: string): Promise<boolean> {
  const name = basename(path);
  if (!OWNED.test(name) && !DISCARDED.test(name)) return false;
  try {
    await using directory = await openDirectory(path);
    if ((await directory.handle.stat()).uid !== process.getuid?.()) return false;
    if (DISCARDED.test(name)) return true;
    const sign = join(directory.path, SIGN_OF_LIFE);
    // The kernel refuses a connection to any other file, too.
    if (!(await lstat(sign)).isSocket()) return false;
    const socket = connect(sign);
    try {
      await once(socket, 'connect');
      return false;
    } finally {
      socket.destroy();
    }
  } catch (error) {
    // Somebody listened there once. Any other fault says nothing about the owner.
    return Error.isError(error) && 'code' in error && error.code === 'ECONNREFUSED';
  }
}

function ignoreMissing(error: unknown): void {
  if (!(Error.isError(error) && 'code' in error && error.code === 'ENOENT')) throw error;
}

async function showLife(path: string): Promise<AsyncDisposable> {
  await using owned = new AsyncDisposableStack();
  const directory = owned.use(await openDirectory(path));
  const server = createServer((socket) => socket.destroy());
  server.unref();
  server.listen(join(directory.path, SIGN_OF_LIFE));
  await once(server, 'listening');
  owned.defer(async () => {
    server.close();
    await once(server, 'close');
  });
  const resources = owned.move();
  return { [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** By a short path, because the address of a socket has room for 107 bytes; it holds while the directory is open. */
async function openDirectory(path: string) {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return {
    handle,
    path: `/proc/self/fd/${handle.fd}`,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
