import {
  type CDPSession,
  CDPSessionEvent,
  type Page,
  type Protocol,
  type Viewport,
} from 'puppeteer';
import type { BrowserSettings } from '../../fields/browser-settings-fields.ts';
import { settlesWithin } from '../../deadline.ts';
import { frameSession } from '../browser/frame-session.ts';

const RESET_WITHIN_MS = 1000;

interface DescribedSystem {
  readonly userAgent: string;
  readonly platform: string;
  readonly userAgentMetadata: Protocol.Emulation.UserAgentMetadata;
}

/** Makes pages see the browser that an automation requests. */
export interface Emulation {
  /** For a new page that is still held back: its first script must see the settings. */
  readonly prepareNew: (session: CDPSession) => Promise<void>;
  /** For a page and the frames of other sites in it. */
  readonly apply: (page: Page) => Promise<void>;
  /** Removes the settings from a page that stays open. */
  readonly reset: (page: Page) => Promise<void>;
}

/** Settings of the emulation, with their wire names. */
export interface EmulationSettings {
  readonly browser_settings?: BrowserSettings | undefined;
  readonly os_emulation?: keyof typeof systems | undefined;
}

/** Returns undefined when the automation changes nothing about the browser. */
export async function createEmulation(
  { browser_settings: settings = {}, os_emulation: system }: EmulationSettings,
  page: Page,
): Promise<Emulation | undefined> {
  const { viewport, locale, timezone } = settings;
  if (!viewport && !locale && !timezone && !system) return undefined;
  const browser = page.browser();
  /** The viewports that pages had before. */
  const viewports = new WeakMap<Page, Viewport | null>();
  const scripts = new WeakMap<Page, string>();
  const described = system && describeSystem(system, await browser.version());
  const override = locale
    ? { userAgent: await browser.userAgent(), ...described, acceptLanguage: locale }
    : described;
  const prepareNew = async (session: CDPSession) => {
    // Another page of the same process may already have some settings, and workers do not support
    // all of them.
    await Promise.allSettled([
      described && addPlatform(session, described.platform),
      described && addPlatformInWorker(session, described.platform),
      override && session.send('Emulation.setUserAgentOverride', override),
      locale && session.send('Emulation.setLocaleOverride', { locale }),
      timezone && session.send('Emulation.setTimezoneOverride', { timezoneId: timezone }),
      viewport && session.send('Emulation.setDeviceMetricsOverride', metrics(viewport)),
    ]);
  };
  const prepareFrame = (session: CDPSession) => void prepareNew(session);
  return {
    prepareNew,
    async apply(watched) {
      // Puppeteer holds back frames of other sites until it has sent them its own settings.
      frameSession(watched.mainFrame()).on(CDPSessionEvent.SessionAttached, prepareFrame);
      if (described) scripts.set(watched, await describeTo(watched, described));
      const inProcess: Promise<void>[] = [];
      if (locale) inProcess.push(watched.emulateLocale(locale));
      if (timezone) inProcess.push(watched.emulateTimezone(timezone));
      // These apply per process: a page that opened later already has them and rejects setting them
      // again.
      if (watched === page) await Promise.all(inProcess);
      else await Promise.allSettled(inProcess);
      if (!viewport) return;
      viewports.set(watched, watched.viewport());
      await watched.setViewport(viewport);
    },
    async reset(watched) {
      frameSession(watched.mainFrame()).off(CDPSessionEvent.SessionAttached, prepareFrame);
      const before = { script: scripts.get(watched), viewport: viewports.get(watched) };
      // Ignores failures: a closed or hanging page passes nothing on to the next run.
      const done = Promise.allSettled([resetPage(watched, before)]);
      await settlesWithin(done, RESET_WITHIN_MS, new AbortController().signal);
    },
  };
}

/** Returns the identifier of the script to remove at the end. */
async function describeTo(page: Page, described: DescribedSystem): Promise<string> {
  await page.setUserAgent(described);
  const source = platformScript(described.platform);
  return (await page.evaluateOnNewDocument(source)).identifier;
}

async function resetPage(
  page: Page,
  before: {
    readonly script: string | undefined;
    readonly viewport: Viewport | null | undefined;
  },
): Promise<void> {
  await page.emulateLocale();
  await page.emulateTimezone();
  if (before.script !== undefined) {
    await page.setUserAgent({ userAgent: '' });
    await page.removeScriptToEvaluateOnNewDocument(before.script);
  }
  if (before.viewport !== undefined) await page.setViewport(before.viewport);
}

/**
 * Overrides `navigator.platform` in script: the browser's own override is lost with every new
 * process of a page that also has other sessions. To scripts, the getter looks native.
 */
function platformScript(platform: string): string {
  return `(() => {
    const property = Object.getOwnPropertyDescriptor(Navigator.prototype, 'platform');
    const get = new Proxy(property.get, { __proto__: null, apply: () => ${JSON.stringify(platform)} });
    Object.defineProperty(Navigator.prototype, 'platform', { ...property, get });
  })()`;
}

async function addPlatform(session: CDPSession, platform: string): Promise<void> {
  const source = platformScript(platform);
  await Promise.all([
    session.send('Page.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
  ]);
}

/** Workers do not run scripts for new documents; a new worker is held back, like a frame. */
async function addPlatformInWorker(session: CDPSession, platform: string): Promise<void> {
  const source = platformScript(platform).replaceAll('Navigator', 'WorkerNavigator');
  const expression = `typeof WorkerNavigator === 'function' && ${source}`;
  await session.send('Runtime.evaluate', { expression });
}

const systems = {
  windows: {
    token: 'Windows NT 10.0; Win64; x64',
    platform: 'Win32',
    hints: { platform: 'Windows', platformVersion: '15.0.0' },
  },
  linux: {
    token: 'X11; Linux x86_64',
    platform: 'Linux x86_64',
    hints: { platform: 'Linux', platformVersion: '' },
  },
} as const;

/**
 * Returns the user agent, `navigator.platform` and the client hints of a system; brands and
 * versions remain the browser's own.
 */
function describeSystem(system: keyof typeof systems, version: string): DescribedSystem {
  const { token, platform, hints } = systems[system];
  const major = /\/(?<major>\d+)/.exec(version)?.groups?.['major'] ?? '';
  return {
    userAgent: `Mozilla/5.0 (${token}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    platform,
    userAgentMetadata: {
      ...hints,
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
      wow64: false,
    },
  };
}

function metrics({ width, height }: { readonly width: number; readonly height: number }) {
  return { width, height, deviceScaleFactor: 0, mobile: false };
}
