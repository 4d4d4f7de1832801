import { click, fill, type WireNode } from './wire-nodes.ts';

/** An automation for the sample site, with the values of its inputs. */
export interface SiteAutomation {
  /** Path of the start page, from the site's root. */
  readonly path: string;
  readonly inputs?: Readonly<Record<string, readonly (string | number | boolean)[]>>;
  readonly nodes: readonly WireNode[];
  readonly more?: WireNode;
}

export const account = { email: ['demo@harbor.example'], password: ['harbor-demo'] };
export const button = (name: string) => `get_by_role("button", name="${name}")`;
export const link = (name: string) => `get_by_role("link", name="${name}")`;
export const goTo = (url: string) => ({
  interaction_action: { go_to_url: { url } },
  end_sleep_time: 1,
});

export const signIn: readonly WireNode[] = [
  fill('get_by_role("textbox", name="Email")', '{email[0]}'),
  fill('get_by_role("textbox", name="Password")', '{password[0]}'),
  click('get_by_role("button", name="Sign in", exact=True)'),
];

/** Reads text into a variable and into the output of the same name. */
export function read(command: string, name: string): WireNode {
  const locator = { command, output_variable_name: name, extraction_format: { [name]: 'str' } };
  return { extraction_action: { unique_identifier: name, locator }, before_sleep_time: 1 };
}

/** Clicks an element that may be missing. */
export function optionally(command: string): WireNode {
  const target = { command, skip_prompt: true };
  return { interaction_action: { max_tries: 1, click_element: target }, end_sleep_time: 1 };
}

/** The automation as the API accepts it. */
export function toAutomation({ path, inputs, nodes, more }: SiteAutomation, site: string) {
  return {
    url: `${site}${path}`,
    parameters: { input_parameters: { ...inputs, site: [site] }, generated_parameters: {} },
    take_final_screenshot: false,
    nodes,
    ...more,
  };
}
