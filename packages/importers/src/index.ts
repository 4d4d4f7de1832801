export { exportPlaywrightPython } from './export/export-playwright-python.ts';
export { exportPuppeteerReplay } from './export/export-puppeteer-replay.ts';
export type { Exported, ExportLine } from './exported.ts';
export { importAutoma } from './automa/import-automa.ts';
export { importDevToolsRecording } from './devtools/import-devtools-recording.ts';
export { importAny } from './import-any.ts';
export type {
  AutomationDocument,
  Imported,
  ImportedRecording,
  ReportLine,
  SourceKind,
} from './imported.ts';
export { importPlaywright } from './playwright/import-playwright.ts';
export { importSeleniumIde } from './selenium/import-selenium-ide.ts';
