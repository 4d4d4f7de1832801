// Nodes of an automation, so that a case reads as a list of steps. All other fields have their
// defaults.

type More = Readonly<Record<string, unknown>>;

const interact = (kind: string, params: object): object => ({
  type: 'action_node',
  interaction_action: { [kind]: params },
});

export const goTo = (url: string): object => interact('go_to_url', { url });

export const click = (command: string, more: More = {}): object =>
  interact('click_element', { command, ...more });

export const doubleClick = (command: string): object => click(command, { double_click: true });

export const rightClick = (command: string): object => click(command, { button: 'right' });

export const fill = (command: string, text: string, more: More = {}): object =>
  interact('input_text', { command, input_text: text, ...more });

/** A key event for each character. */
export const type = (command: string, text: string): object =>
  fill(command, text, { fill_or_type: 'type' });

/** Without a target, the keys go to the focused element. */
export const press = (keys: string | readonly string[], command?: string): object =>
  interact('key_press', { ...(command !== undefined && { command }), type: keys });

export const hover = (command: string): object => interact('hover', { command });

export const check = (command: string): object => interact('check', { command });

export const uncheck = (command: string): object => interact('uncheck', { command });

export const select = (command: string, ...values: readonly string[]): object =>
  interact('select_option', { command, select_values: values });

/** Uploads a file that the gallery site serves. */
export const upload = (command: string, file: string): object =>
  interact('upload_file', { command, file_url: `{site[0]}/files/${file}` });

export const scroll = (amount: number): object => interact('scroll', { down: true, amount });

/** Drags with the mouse, which causes HTML drag events or pointer events. */
export const drag = (command: string, destination: string): object =>
  interact('drag_and_drop', { command, destination: { command: destination } });

export const dragBy = (
  command: string,
  offset: { readonly x: number; readonly y: number },
): object => interact('drag_and_drop', { command, offset });

/** Extracts text, or the value of a form control. */
export const read = (command: string, name: string, kind = 'str'): object => ({
  type: 'action_node',
  extraction_action: {
    locator: { command, extraction_format: { [name]: kind }, output_variable_name: name },
  },
});
