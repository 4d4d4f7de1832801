export { beginStart, type AppStart } from './begin-start.ts';
export { createLogger, type Logger } from './create-logger.ts';
export { findFreePort, findFreePorts, isPortFree } from './find-free-port.ts';
export { listen, PortInUseError, type Certificate, type ListeningServer } from './listen.ts';
export {
  parseSettings,
  resolveSettingFiles,
  settingFrom,
  SettingsError,
} from './parse-settings.ts';
export { readExtraCertificates } from './read-extra-certificates.ts';
export { fileVariablesOf } from './read-setting-files.ts';
export { serveOperators, type Health } from './serve-operators.ts';
export { shutdownRequested } from './shutdown-requested.ts';
export { StartError } from './start-error.ts';
export { announceReady, pickEnvironment, startApp, type AppProcess } from './start-app.ts';
export { untilStalled } from './start-patience.ts';
export { visibleText } from './visible-text.ts';
