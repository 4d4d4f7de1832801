import { enterState, findFaults, type State, STATES, takePicture } from './look-at-page.ts';
import { listPages } from './list-pages.ts';
import type { ConsoleStage } from './open-console-stage.ts';

export interface TouredPage {
  readonly name: string;
  /** What axe-core and the other checks found in each state. */
  readonly faults: Readonly<Record<State, readonly string[]>>;
}

/** Visits every page in every state with all rules, and takes a screenshot of each. */
export async function tourPages({ tab, ...stage }: ConsoleStage): Promise<TouredPage[]> {
  const toured: TouredPage[] = [];
  await tab.open('/console/', 'Sign in');
  toured.push(await tour(tab.page, 'sign-in'));
  await tab.signIn(stage.apiKey);
  for (const [name, [path, title]] of Object.entries(listPages(stage))) {
    await enterState(tab.page, 'light');
    await tab.go(path, title);
    toured.push(await tour(tab.page, name));
  }
  return toured;
}

async function tour(page: ConsoleStage['tab']['page'], name: string): Promise<TouredPage> {
  const faults: Record<State, string[]> = { light: [], dark: [], zoomed: [], narrow: [] };
  for (const state of Object.keys(STATES) as State[]) {
    await enterState(page, state);
    await takePicture(page, `${name}-${state}`, { isWhole: true });
    faults[state] = await findFaults(page);
  }
  return { name, faults };
}
