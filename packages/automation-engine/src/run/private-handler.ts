import type { JsonValue } from '@errand/foundation';
import type { Page } from 'puppeteer';

/** What a plug-in can reach while it runs. */
export interface PrivateHandlerContext {
  /** The current tab. Open others in its browser context only: they are part of the run. */
  readonly page: Page;
  /**
   * Aborts on cancellation, at the task's deadline and when its lease is lost. Stop then, including
   * every wait.
   */
  readonly signal: AbortSignal;
  readonly logger: { readonly warn: (message: string, fields?: object) => void };
}

/**
 * Runs a `private_node`. Receives the node's inputs with their placeholders resolved and returns
 * its result; a thrown error fails the step.
 */
export type PrivateHandler = (
  inputs: Readonly<Record<string, JsonValue>>,
  context: PrivateHandlerContext,
) => Promise<JsonValue | undefined>;

/** Plug-ins by the name in a node's `handler`: `portal.action`. */
export type PrivateHandlers = ReadonlyMap<string, PrivateHandler>;
