import { isRecord } from '@errand/foundation';
import { isRealName } from '../../fields/download-fields.ts';
import { recogniseType } from '../nodes/node.ts';
import { kindsOf } from '../nodes/sub-actions.ts';

/** A member without effect that recorders of the common interface leave behind. */
export interface Leftover {
  /** Path from the node. */
  readonly path: readonly string[];
  /** Why it has no effect. */
  readonly reason: string;
  /** Members of the node that are stored in its place. Default: none. */
  readonly instead?: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const interactions = kindsOf('interaction');
/** Interactions whose download_filename has an effect only with expect_download. */
const downloading = ['click_element', 'select_option'];
const unnamedExtractions = kindsOf('extraction', ({ fields }) =>
  fields?.idle?.includes('unique_identifier'),
);
const actionFields = ['assertion_action', 'extraction_action', 'misc_action', ...kindsOf('node')];
/** What an interaction_action may contain besides its kind. */
const tries = ['max_tries', 'max_timeout_seconds_per_try', 'verify_before_step'];
const PAUSE = { instead: { sleep_action: { sleep_time: 0 } } };
/** Left, top, right and bottom. */
const ENTRIES_OF_BOX = 4;

/** Finds the leftovers of one node, which need not be valid. */
export function* findLeftovers(node: Fields): Generator<Leftover> {
  const { interaction_action: interaction, extraction_action: extraction } = node;
  if (isRecord(interaction)) yield* findInInteraction(interaction, node);
  if (!hasKind(interaction) && isText(node['localized_axtree_string'])) {
    yield treeWithoutInteraction(node);
  }
  if (!isRecord(extraction) || !isText(extraction['unique_identifier'])) return;
  const kind = unnamedExtractions.find((name) => isGiven(extraction[name]));
  if (kind === undefined) return;
  const reason = `it does not apply to ${kind}`;
  yield { path: ['extraction_action', 'unique_identifier'], reason };
}

/**
 * Whether an interaction has more than its tries. Anything that is not an object is left to the
 * parser.
 */
function hasKind(interaction: unknown): boolean {
  if (!isRecord(interaction)) return isGiven(interaction);
  const names = Object.keys(interaction).filter((name) => isGiven(interaction[name]));
  return names.some((name) => !tries.includes(name));
}

function* findInInteraction(interaction: Fields, node: Fields): Generator<Leftover> {
  if (!hasKind(interaction)) {
    yield emptyInteraction(node);
    return;
  }
  for (const kind of interactions) {
    const params = interaction[kind];
    if (isRecord(params)) yield* findInParams(params, ['interaction_action', kind]);
  }
}

/**
 * A node with no other action becomes a zero-length pause, so that the paths of other nodes do not
 * change.
 */
function emptyInteraction(node: Fields): Leftover {
  const path = ['interaction_action'];
  if (actionFields.some((field) => isGiven(node[field]))) {
    return { path, reason: 'it is empty, and the node has another action' };
  }
  const reason = 'it is empty, so the node does nothing and is stored as a sleep_action of 0 s';
  return { path, reason, ...PAUSE };
}

/** A node with nothing but the text becomes a pause, as with an empty interaction. */
function treeWithoutInteraction(node: Fields): Leftover {
  const path = ['localized_axtree_string'];
  const reason = 'it belongs to an interaction_action, which the node lacks';
  const hasAction = ['interaction_action', ...actionFields].some((field) => isGiven(node[field]));
  const isAction = (node['type'] ?? recogniseType(node)) === 'action_node';
  if (hasAction || !isAction) return { path, reason };
  return { path, reason: `${reason}; the node is stored as a sleep_action of 0 s`, ...PAUSE };
}

function* findInParams(params: Fields, path: readonly string[]): Generator<Leftover> {
  const {
    download_filename: name,
    expect_download: isExpected,
    bounding_box_variables: box,
  } = params;
  const isIdle = isExpected !== true && downloading.includes(path.at(-1) ?? '');
  if (isIdle && isText(name) && isRealName(name)) {
    const reason = 'it needs expect_download: the step waits for no download';
    yield { path: [...path, 'download_filename'], reason };
  }
  if (Array.isArray(box) && box.length !== ENTRIES_OF_BOX) {
    const reason = `a box has left, top, right and bottom, and it has ${box.length} entries`;
    yield { path: [...path, 'bounding_box_variables'], reason };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
