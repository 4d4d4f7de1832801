import { z } from 'zod';
import { addition } from './addition.ts';
import { optionalField } from './optional-field.ts';

/** Marks a node of the automation's own list as one at which a run may start. */
export function resumableField() {
  return addition(
    optionalField(z.boolean()),
    "A failed task may be continued at this node, in a new browser that shows the page which was open before the node, with the variables it had then: what the node and those after it need is on that page, or they bring it about, and it does no harm if the node runs a second time. Only for nodes of the automation's own list, nodes; a loop is continued at its first iteration. Default: false.",
  );
}
