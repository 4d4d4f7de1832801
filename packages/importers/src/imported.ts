import type { AutomationWarning } from '@errand/automation-engine/automation';

/** Kinds of files that can be imported. */
export type SourceKind =
  | 'automa'
  | 'devtools-recorder'
  | 'playwright-python'
  | 'playwright-typescript'
  | 'selenium-ide';

/** What happened to one step of the source. Every step has exactly one line. */
export interface ReportLine {
  /** Position among the steps of its test, from 0. */
  readonly index: number;
  /** Line of the source, from 1, if it has lines. */
  readonly line?: number;
  /** The step in the words of the source, without typed values. */
  readonly step: string;
  /**
   * `mapped`: nodes do the same, or nothing has to be done. `approximated`: nodes do nearly the
   * same, and `why` says what differs. `skipped`: there is no node for it, and `why` gives the
   * reason.
   */
  readonly outcome: 'mapped' | 'approximated' | 'skipped';
  readonly why?: string;
  /** All locator expressions that the source offers, the chosen one first. */
  readonly candidates: readonly string[];
  /** The step only opens or closes the browser, or loads something: it does nothing on a page. */
  readonly isSetup?: true;
}

/** An automation as JSON, as the API accepts it. */
export interface AutomationDocument {
  readonly url: string;
  readonly parameters: {
    readonly input_parameters: Record<string, string[]>;
    readonly generated_parameters: Record<string, string[]>;
    readonly secure_parameters: Record<string, never[]>;
  };
  readonly nodes: object[];
  readonly [field: string]: unknown;
}

export interface ImportedRecording {
  /** Name of the test in the source. */
  readonly name: string;
  /** Valid: `parseAutomation` accepts it. */
  readonly automation: AutomationDocument;
  readonly report: readonly ReportLine[];
  /** Warnings from the check of the automation. */
  readonly warnings: readonly AutomationWarning[];
}

export interface Imported {
  readonly kind: SourceKind;
  /** One recording for each test of the source. */
  readonly recordings: readonly ImportedRecording[];
  /** Why nothing could be read. */
  readonly problem?: string;
}
