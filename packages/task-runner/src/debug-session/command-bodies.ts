import { z } from 'zod';

// The control plane has checked the bodies against the public document; this only gives them types.

const path = z.string();
const values = z.array(z.json());

/** The body of each kind of command. */
export const commandBodies = {
  step: z.union([
    z.object({ node: z.unknown(), node_path: path.optional() }),
    z.object({ node_path: path }),
  ]),
  run_until: z.object({ node_path: path.optional(), until: path.optional() }),
  restart: z.object({ until: path.optional() }),
  locate: z.object({ command: z.string(), highlight: z.boolean().default(true) }),
  pick: z.object({ timeout_seconds: z.number().default(60) }),
  set_variables: z.object({ variables: z.record(z.string(), values.nullable()) }),
  set_automation: z.object({ automation: z.unknown() }),
  recording: z.discriminatedUnion('action', [
    z.object({ action: z.enum(['start', 'read']) }),
    z.object({
      action: z.literal('point'),
      mode: z.enum(['record', 'extract', 'assert', 'each', 'end_each']),
    }),
    z.object({ action: z.literal('stop'), replay: z.boolean() }),
  ]),
};
