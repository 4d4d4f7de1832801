import type { FencePrefix } from '@errand/browser-launch';
import type { Display } from '@errand/desktop';
import type { BrowserNetwork, RelayOptions } from '@errand/browser-relay';
import type { ProxyConfig } from '../proxy/proxy-settings.ts';
import type { BrowserChannel } from './browser-channel.ts';
import type { OpenBrowserGroup } from './memory-groups.ts';
import type { BrowserObserver } from './observe-browser.ts';
import type { TrustedAuthorities } from './trust-authorities.ts';
import type { SessionLimits } from './watch-usage.ts';

export interface SessionOptions {
  /** Scratch space; undefined is the system's temporary directory. */
  readonly workDirectory: string | undefined;
  readonly chromiumPath: string;
  /** Path of Google Chrome, which may be missing. */
  readonly chromePath?: string;
  /** Default: chromium. */
  readonly channel?: BrowserChannel;
  readonly fence: FencePrefix;
  /** Default: those of the browser's vendor. */
  readonly authorities?: TrustedAuthorities | undefined;
  readonly width: number;
  readonly height: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Which addresses the browser may reach. */
  readonly network: BrowserNetwork;
  /** Upstream proxy behind the browser's relay. Undefined: direct. */
  readonly proxy?: ProxyConfig | undefined;
  /** Resource limits of the browser. Default: unlimited. */
  readonly limits?: SessionLimits;
  /** Makes the kernel enforce the memory limit. Default: it is watched instead. */
  readonly openBrowserGroup?: OpenBrowserGroup | undefined;
  /** Opens the display; see `SlotDisplays`. Default: a new one for each session. */
  readonly openDisplay?: ((whyReplace: () => string | undefined) => Promise<Display>) | undefined;
  /** Default: none. */
  readonly observer?: BrowserObserver | undefined;
  readonly logger: RelayOptions['logger'];
}
