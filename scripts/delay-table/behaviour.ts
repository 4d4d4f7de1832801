import { click, fill, type } from '../gallery/steps.ts';

/**
 * A page on which an action causes a delayed change. The page's URL gives the delay in
 * milliseconds.
 */
export interface Behaviour {
  /** Unique, in kebab case. */
  readonly name: string;
  /** Packages of the manifest that the page loads. */
  readonly packages?: readonly string[];
  /** Content of the body. */
  readonly html?: string;
  /** Module in JavaScript or JSX that runs after `PRELUDE`. */
  readonly script: string;
  /** The node that causes the change. */
  readonly act: object;
  /** CSS selector of the element that is read afterwards. Default: `#out`. */
  readonly shows?: string;
  /** What the element shows before the action. Default: `old`. */
  readonly before?: string;
  /** What the element finally shows. Default: `new`. */
  readonly after?: string;
}

/** A page that ticks forever; its URL gives the period. Actions on it take effect immediately. */
export type RecurringPage = Omit<Behaviour, 'act' | 'shows' | 'before' | 'after'>;

/** Milliseconds. */
export const DELAYS = [100, 200, 300, 500, 1_000] as const;

export const BODY = `<label>Name <input id="field"></label> <button id="go">Go</button>
  <p id="out">old</p><p id="tick"></p>`;

/**
 * Definitions available to all scripts. Sockets and workers take at most 800 ms, because the engine
 * waits one second for their replies, including their start.
 */
export const PRELUDE = `
  const parameters = new URLSearchParams(location.search);
  const delay = Number(parameters.get('delay'));
  const isTicking = parameters.get('ticks') !== 'no';
  const socketDelay = delay * 0.8;
  const api = (kind, ms = delay) => '../api/' + kind + '?ms=' + ms;
  const socketUrl = (kind) => location.href.replace('http', 'ws').replace(/[^/]*\\/[^/]*$/, kind);
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const load = (kind, ms) => fetch(api(kind, ms)).then((response) => response.text());
  const [field, go, out, tick] = ['field', 'go', 'out', 'tick'].map((id) => document.getElementById(id));
  const put = (text) => { out.textContent = text; };
`;

export const CLICK = click('get_by_role("button", name="Go")');
export const FILL = fill('get_by_label("Name")', 'new');
/** A throttle lets the first key through immediately and the last ones later. */
export const TYPE = type('get_by_label("Name")', 'new');
