import { z } from 'zod';
import { addition } from './addition.ts';
import { optionalField } from './optional-field.ts';

/** Marks a top-level node as one at which a run may start, or that may run twice. */
export function resumableField() {
  return addition(
    optionalField(z.boolean()),
    'A failed task may be continued at this node, in a new browser that shows the page that was open before the node, with the variables it had then. What the node and those after it need must be on that page, or they create it themselves, and running the node twice must do no harm. A loop is continued at its first iteration. In post_processing_nodes, which every attempt runs, it only says that running twice does no harm. Not for nodes inside a loop or a branch. Default: false.',
  );
}
