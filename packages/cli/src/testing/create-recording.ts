/** A secret that needs no vault. */
export const SEED = { totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } };

/** A step that fails after a second. */
export const CLICK_NOTHING = {
  type: 'action_node',
  interaction_action: {
    click_element: { command: 'get_by_role("button", name="Gone")' },
    max_tries: 1,
    max_timeout_seconds_per_try: 1,
  },
};

/** Creates a recording with the input `note`, as in a file in git. */
export function createRecording(parts: {
  /** Its start page. */
  readonly site: string;
  readonly name: string;
  readonly nodes: readonly object[];
  readonly secrets?: object | undefined;
}) {
  const { site, name, nodes, secrets = {} } = parts;
  const parameters = {
    input_parameters: { note: [] },
    secure_parameters: secrets,
    generated_parameters: {},
  };
  return {
    endpoint_name: name,
    description: `Is ${name}.`,
    automation: { url: site, parameters, nodes },
  };
}
