import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages by the program of each that has to be there. */
type Packages = Readonly<Record<string, string>>;

/** Programs that Errand runs and does not get from the npm registry. */
const RUN_PACKAGES: Packages = {
  chromium: 'chromium',
  Xvfb: 'xvfb',
  xauth: 'xauth',
  X0tigervnc: 'tigervnc-scraping-server',
  openbox: 'openbox',
  bwrap: 'bubblewrap',
  python3: 'python3',
  tesseract: 'tesseract-ocr',
  xdotool: 'xdotool',
  xfreerdp: 'freerdp2-x11',
};

/** What only some deployments need, and the servers and clients that tests speak with. */
const TEST_PACKAGES: Packages = {
  ffmpeg: 'ffmpeg',
  dovecot: 'dovecot-imapd',
  xrdp: 'xrdp',
  xterm: 'xterm',
  'wish8.6': 'tk8.6',
  ss: 'iproute2',
  tinyproxy: 'tinyproxy',
  oathtool: 'oathtool',
};

/** What these need besides: a browser without fonts draws boxes for text, xrdp alone has no screen. */
const COMPANIONS: Readonly<Record<string, string>> = {
  chromium: 'fonts-liberation',
  xrdp: 'xorgxrdp',
};

/** Programs of administrators are not on everybody's path. */
const SYSTEM_DIRECTORIES = ['/usr/sbin', '/sbin'];

/**
 * Makes sure that the programs that Errand runs, or those and what its tests need, are there. As root on Debian or
 * Ubuntu it installs what is missing; elsewhere it throws, naming the command that would.
 */
export function ensureCommands(use: 'run' | 'test', report: (line: string) => void): void {
  const wanted = use === 'run' ? RUN_PACKAGES : { ...RUN_PACKAGES, ...TEST_PACKAGES };
  const missing = Object.entries(wanted).filter(([command]) => !isOnPath(command));
  if (missing.length === 0) return;
  const packages = missing.flatMap(([command, name]) => {
    const companion = COMPANIONS[command];
    return companion === undefined ? [name] : [name, companion];
  });
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const names = missing.map(([command]) => command).join(', ');
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    throw new Error(
      `These programs are missing: ${names}. Install them and start again; on Debian or Ubuntu:\n  sudo ${install}`,
    );
  }
  report(`Installing ${packages.join(', ')} through apt (once)...`);
  installPackages(packages);
}

function installPackages(packages: readonly string[]): void {
  if (!hasPackageLists()) aptGet(['update']);
  const arguments_ = ['install', '-y', '--no-install-recommends', ...packages];
  // An old list may name versions that are gone: look again once.
  if (aptGet(arguments_) === 0 || (aptGet(['update']) === 0 && aptGet(arguments_) === 0)) return;
  throw new Error(`"apt-get ${arguments_.join(' ')}" did not succeed; its messages are above.`);
}

function aptGet(args: readonly string[]): number | null {
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync('apt-get', [...options, ...args], { stdio: ['ignore', 2, 2], env: environment })
    .status;
}

function hasPackageLists(): boolean {
  return readdirSync('/var/lib/apt/lists').some((name) => name.includes('Packages'));
}

function isOnPath(command: string): boolean {
  const directories = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_DIRECTORIES];
  return directories.some((directory) => isExecutable(join(directory, command)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
