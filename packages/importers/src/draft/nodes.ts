import type { NodeDocument } from './mapping.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Creates a node that acts on the page. */
export const interact = (kind: string, fields: Fields): NodeDocument => ({
  type: 'action_node',
  interaction_action: { [kind]: fields },
});

/** Creates an expectation that can fail the task. */
export const expectation = (fields: Fields): NodeDocument => ({
  type: 'action_node',
  assertion_action: { expect: fields },
});

export const waitFor = (fields: Fields): NodeDocument => ({
  type: 'action_node',
  misc_action: { wait_for: fields },
});

/** The name of a loop's index; `index` is the default. */
export const indexField = (name: string): object =>
  name === 'index' ? {} : { index_variable_name: name };

export const setVariable = (fields: Fields): NodeDocument => ({
  type: 'action_node',
  misc_action: { set_variable: fields },
});

export const sleep = (seconds: number): NodeDocument => ({
  type: 'action_node',
  sleep_action: { sleep_time: seconds },
});

export const extract = (command: string, name: string, attribute?: string): NodeDocument => ({
  type: 'action_node',
  extraction_action: {
    allow_none: true,
    locator: {
      command,
      output_variable_name: name,
      extraction_format: { [name]: 'Optional[str]' },
      ...(attribute !== undefined && { attribute }),
    },
  },
});

export const countInto = (
  locator: string,
  name: string,
  timeoutSeconds?: number,
): NodeDocument => ({
  type: 'action_node',
  misc_action: {
    count_locator: {
      locator,
      name,
      ...(timeoutSeconds !== undefined && { locator_timeout: timeoutSeconds }),
    },
  },
});

export const screenshot = (filename: string, isFullPage: boolean): NodeDocument => ({
  type: 'action_node',
  extraction_action: { screenshot: { filename, full_page: isFullPage } },
});

/**
 * Runs JavaScript in the page through a Python script. Without a name, its result is not kept.
 * `values` are placeholders: the script is then a function, which gets the list of their values.
 */
export function runJavaScript(
  script: string,
  name?: string,
  values: readonly string[] = [],
): NodeDocument {
  const given = values.length === 0 ? '' : `, [${values.join(', ')}]`;
  const call = `evaluate(${JSON.stringify(script)}${given})`;
  if (name === undefined) {
    const source = `async def code_fn(page):\n    await page.${call}\n`;
    return { type: 'action_node', python_script_action: { execution_code: source } };
  }
  const source = `async def code_fn(axtree, browser):\n    page = await browser.get_current_page()\n    return {${JSON.stringify(name)}: await page.${call}}\n`;
  return {
    type: 'action_node',
    extraction_action: {
      python_script: {
        script: source,
        extraction_format: { [name]: 'Any' },
        output_variable_names: [name],
      },
    },
  };
}

/** Calls a page method that has no node kind. */
export const callPage = (call: string): NodeDocument => ({
  type: 'action_node',
  python_script_action: { execution_code: `async def code_fn(page):\n    await page.${call}\n` },
});

/** Waits until a JavaScript expression in the page is true. */
export const waitForJavaScript = (expression: string, timeoutMs: number): NodeDocument =>
  callPage(`wait_for_function(${JSON.stringify(expression)}, timeout=${timeoutMs})`);
