/** Wire JSON, as authors write it: most nodes have no `type`. */
export type WireNode = Readonly<Record<string, unknown>>;

/** An automation around the given nodes. */
export function automationWith(nodes: readonly unknown[], more: WireNode = {}) {
  return {
    url: 'https://portal.example',
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes,
    ...more,
  };
}

export function click(command: string, more: WireNode = {}): WireNode {
  return { interaction_action: { click_element: { command, ...more } }, end_sleep_time: 1 };
}

export function clickByPrompt(instructions: string): WireNode {
  return { interaction_action: { click_element: { prompt_instructions: instructions } } };
}

export function fill(command: string, text: string, more: WireNode = {}): WireNode {
  return {
    interaction_action: { input_text: { command, input_text: text, ...more } },
    end_sleep_time: 1,
  };
}

export function select(command: string, value: string): WireNode {
  return { interaction_action: { select_option: { command, select_values: [value] } } };
}

export function ask(format: WireNode, more: WireNode = {}): WireNode {
  const llm = { extraction_format: format, extraction_instructions: 'Read the page.', ...more };
  return { extraction_action: { llm }, before_sleep_time: 3, end_sleep_time: 0 };
}

export function askForVariables(names: readonly string[]): WireNode {
  const format = Object.fromEntries(names.map((name) => [name, 'bool']));
  return ask(format, { source: ['axtree', 'screenshot'], output_variable_names: names });
}

export function parameters(names: readonly string[], secure: WireNode = {}) {
  const inputs = Object.fromEntries(names.map((name) => [name, []]));
  return { input_parameters: inputs, generated_parameters: {}, secure_parameters: secure };
}
