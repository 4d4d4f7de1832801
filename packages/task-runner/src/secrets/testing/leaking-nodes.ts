const interact = (kind: string, params: object) => ({
  interaction_action: { max_tries: 2, [kind]: params },
});
const extract = (params: object) => ({ extraction_action: params });
const read = (name: string, command: string) =>
  extract({
    locator: { command, extraction_format: { [name]: 'str' }, output_variable_name: name },
  });
const type = (id: string, source: string, way: string) =>
  interact('input_text', { command: `locator("#${id}")`, input_text: source, fill_or_type: way });

/** A failing step with evidence of the page. */
export const failing = interact('select_option', {
  command: 'get_by_label("choice")',
  select_values: ['999'],
  // Otherwise a model would be asked to choose.
  skip_prompt: true,
});

/** Prints the secrets that the page shows. */
export const printing = {
  type: 'action_node',
  end_sleep_time: 0,
  python_script_action: {
    execution_code: `async def code_fn(page):
    print("password", await page.input_value("#password"))
    print("token", await page.input_value("#token"))`,
  },
};

const fromNetwork = [
  extract({ network_call: { url_pattern: '/echo', extract_from: 'request' } }),
  extract({ network_call: { url_pattern: '/echo', extract_from: 'response' } }),
  extract({
    network_call: {
      url_pattern: '/echo',
      download_from: 'response',
      download_filename: 'body.json',
    },
  }),
];

/** A prompt that contains a secret. */
const asking = extract({
  llm: {
    extraction_instructions: 'Read the page; it said {read_echo[0]} before.',
    extraction_format: { seen: 'str' },
    output_variable_names: ['seen'],
    source: ['axtree', 'screenshot'],
  },
});

/** Returns steps that carry the secrets to every place where a task could leave one. */
export function leakingNodes(site: string): object[] {
  return [
    type('password', '{password[0]}', 'fill'),
    type('token', '{token[0]}', 'type'),
    type('code', '{code[0]}', 'key_press'),
    ...['password', 'token', 'code', 'echo'].map((id) => read(`read_${id}`, `locator("#${id}")`)),
    extract({ state: {} }),
    interact('click_element', { command: 'get_by_role("button", name="Send")' }),
    ...fromNetwork,
    ...[0, 1, 2, 3].map((part) => ({
      misc_action: {
        set_variable: {
          name: `part_${part}`,
          expression: `read_password[0][${part * 6}:${part * 6 + 6}]`,
        },
      },
    })),
    ...[0, 1, 2, 3].map((part) => type('token', `{part_${part}[0]}`, 'fill')),
    {
      type: 'for_loop_node',
      variable_name: 'read_echo',
      nodes: [read('looped', 'locator("#echo")')],
    },
    extract({ screenshot: { filename: 'now.png' } }),
    interact('click_element', {
      command: 'locator("#file")',
      expect_download: true,
      download_metadata: { told: '{read_echo[0]}' },
    }),
    interact('click_element', { command: 'get_by_role("button", name="Print")' }),
    extract({
      api_call: {
        url: `${site}/echo`,
        method: 'POST',
        body: { told: '{read_echo[0]}' },
        output_variable_names: ['answer'],
      },
    }),
    ...['password', 'token', 'code'].map((name) => type(name, `{${name}[0]}`, 'fill')),
    asking,
    extract({ state: {} }),
  ].map((node) => ('type' in node ? node : { type: 'action_node', end_sleep_time: 0, ...node }));
}
