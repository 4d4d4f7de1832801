export { launchBrowser, type OwnedBrowser, type FencePrefix } from './launch-browser.ts';
export { openParkedDisplay } from './open-parked-display.ts';
