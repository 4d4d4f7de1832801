/** Debian packages, keyed by the program that each must provide. */
export type Packages = Readonly<Record<string, string>>;

/** Programs that Errand runs and that are not in the npm registry. */
export const RUN_PACKAGES: Packages = {
  chromium: 'chromium',
  Xvfb: 'xvfb',
  X0tigervnc: 'tigervnc-scraping-server',
  openbox: 'openbox',
  bwrap: 'bubblewrap',
  python3: 'python3',
  tesseract: 'tesseract-ocr',
  xfreerdp: 'freerdp2-x11',
};

/** Programs that workers need when NODE_EXTRA_CA_CERTS is set. */
export const AUTHORITY_PACKAGES: Packages = { certutil: 'libnss3-tools' };

/** Programs for some deployments only, and the servers and clients of tests. */
export const TEST_PACKAGES: Packages = {
  ...AUTHORITY_PACKAGES,
  ffmpeg: 'ffmpeg',
  dovecot: 'dovecot-imapd',
  xrdp: 'xrdp',
  // xrdp needs it.
  xauth: 'xauth',
  xterm: 'xterm',
  'wish8.6': 'tk8.6',
  ss: 'iproute2',
  tinyproxy: 'tinyproxy',
  pgbouncer: 'pgbouncer',
  oathtool: 'oathtool',
  xdotool: 'xdotool',
  promtool: 'prometheus',
};

/**
 * Further packages that these programs need: without fonts, a browser draws boxes for text; xrdp
 * alone has no screen.
 */
export const COMPANIONS: Packages = {
  chromium: 'fonts-liberation',
  xrdp: 'xorgxrdp',
};
