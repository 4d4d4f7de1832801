import { access } from 'node:fs/promises';

/** Files that test remote desktops need, with the Debian package of each. */
const FILES: Readonly<Record<string, string>> = {
  '/usr/sbin/xrdp': 'xrdp',
  '/usr/sbin/xrdp-sesman': 'xrdp',
  '/usr/lib/xorg/modules/drivers/xrdpdev_drv.so': 'xorgxrdp',
  '/usr/bin/xterm': 'xterm',
  '/usr/bin/wish8.6': 'tk8.6',
};

/** Throws RdpServerError with the packages to install. */
export async function assertRdpPrograms(): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new RdpServerError('It logs users in, which only root may: run its tests as root.');
  }
  const missing = new Set<string>();
  for (const [file, name] of Object.entries(FILES)) {
    await access(file).catch(() => missing.add(name));
  }
  if (missing.size === 0) return;
  throw new RdpServerError(
    `Programs are missing. Install them: apt-get install -y --no-install-recommends ${[...missing].join(' ')}`,
  );
}

/** The test remote desktop server is unavailable; the message says what to do. */
class RdpServerError extends Error {
  readonly code = 'rdp-server-unavailable';

  constructor(reason: string) {
    super(`The remote desktop server of the tests cannot start. ${reason}`);
    this.name = new.target.name;
  }
}
