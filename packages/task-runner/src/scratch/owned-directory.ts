import { once } from 'node:events';
import { constants } from 'node:fs';
import { lstat, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { basename, join } from 'node:path';

/** A socket that accepts connections exactly as long as the owning process lives. */
const SIGN_OF_LIFE = 'alive';
const OWNED =
  /^(?:errand-(?:display|recording|session)|\.errand-(?:display|recording|session)-new)-[A-Za-z0-9]{6}$/;
/** A directory whose owner was removing it. */
const DISCARDED = /^\.errand-(?:display|recording|session)-old-[A-Za-z0-9]{6}$/;

/** A directory owned by one process. Disposing removes it. */
export interface OwnedDirectory extends AsyncDisposable {
  readonly path: string;
}

/**
 * Creates a directory readable by this user only. It gets its final name once its liveness socket
 * exists, so that no other process considers it abandoned.
 */
export async function openOwnedDirectory(
  root: string,
  kind: 'display' | 'recording' | 'session',
): Promise<OwnedDirectory> {
  let path = await mkdtemp(join(root, `.errand-${kind}-new-`));
  const id = path.slice(-6);
  await using owned = new AsyncDisposableStack();
  const discarded = join(root, `.errand-${kind}-old-${id}`);
  // Killed processes may write for a moment longer: ten tries take at most five seconds.
  owned.defer(() => rm(discarded, { recursive: true, force: true, maxRetries: 10 }));
  owned.use(await showLife(path));
  // The rename marks the directory as discarded: if this process is killed now, the next one
  // removes it.
  owned.defer(() => rename(path, discarded).catch(ignoreMissing));
  const named = join(root, `errand-${kind}-${id}`);
  await rename(path, named);
  path = named;
  const resources = owned.move();
  return { path, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Returns whether a dead process of this user created the directory here. False for everything
 * else.
 */
export async function isAbandoned(path: string): Promise<boolean> {
  const name = basename(path);
  if (!OWNED.test(name) && !DISCARDED.test(name)) return false;
  try {
    await using directory = await openDirectory(path);
    if ((await directory.handle.stat()).uid !== process.getuid?.()) return false;
    if (DISCARDED.test(name)) return true;
    const sign = join(directory.path, SIGN_OF_LIFE);
    // Check the type, because connecting to any other kind of file is refused too.
    if (!(await lstat(sign)).isSocket()) return false;
    const socket = connect(sign);
    try {
      await once(socket, 'connect');
      return false;
    } finally {
      socket.destroy();
    }
  } catch (error) {
    // ECONNREFUSED: the socket exists but its owner is dead. Any other error says nothing about the
    // owner.
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

/**
 * Opens the directory under a short path, because a socket address is limited to 107 bytes. The
 * path is valid while the directory is open.
 */
async function openDirectory(path: string) {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  return {
    handle,
    path: `/proc/self/fd/${handle.fd}`,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
