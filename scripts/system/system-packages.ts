/** Debian packages by the program of each that has to be there. */
export type Packages = Readonly<Record<string, string>>;

/** Programs that Errand runs and does not get from the npm registry. */
export const RUN_PACKAGES: Packages = {
  chromium: 'chromium',
  Xvfb: 'xvfb',
  X0tigervnc: 'tigervnc-scraping-server',
  openbox: 'openbox',
  bwrap: 'bubblewrap',
  python3: 'python3',
  tesseract: 'tesseract-ocr',
  xdotool: 'xdotool',
  xfreerdp: 'freerdp2-x11',
};

/** What only some deployments need, and the servers and clients that tests speak with. */
export const TEST_PACKAGES: Packages = {
  ffmpeg: 'ffmpeg',
  dovecot: 'dovecot-imapd',
  xrdp: 'xrdp',
  // Of xrdp.
  xauth: 'xauth',
  xterm: 'xterm',
  'wish8.6': 'tk8.6',
  ss: 'iproute2',
  tinyproxy: 'tinyproxy',
  oathtool: 'oathtool',
};

/** What these need besides: a browser without fonts draws boxes for text, xrdp alone has no screen. */
export const COMPANIONS: Packages = {
  chromium: 'fonts-liberation',
  xrdp: 'xorgxrdp',
};
