import { areaOf, intersect } from './box.ts';
import type { Box, SnapshotNode } from './snapshot-node.ts';

const formControls = new Set(['input', 'select', 'textarea', 'button']);
const interactiveTags = new Set([...formControls, 'summary']);
const interactiveRoles = new Set(
  'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);
/** An element that covers more of the window than this listens on behalf of its content. */
const MOST_OF_WINDOW = 0.5;
const WHOLLY = 0.99;

function isFormControl({ tag }: SnapshotNode): boolean {
  return formControls.has(tag);
}

interface InteractionFacts {
  readonly viewport: Box;
  readonly box: Box;
  /** Whether the control that belongs to a label is itself invisible. */
  readonly isOnlyWay: (label: SnapshotNode) => boolean;
}

/**
 * Whether a person can interact with it. `viewport` and `box` distinguish a button from a page that
 * listens to all its clicks.
 */
export function isInteractive(
  node: SnapshotNode,
  { viewport, box, isOnlyWay }: InteractionFacts,
): boolean {
  const { tag, attributes, isClickable } = node;
  if (tag === '#text' || tag === 'html' || tag === 'body' || tag === '#document') return false;
  if (tag === 'input' && attributes.get('type')?.toLowerCase() === 'hidden') return false;
  if (interactiveTags.has(tag) || hasRole(node) || isEditingHost(node)) return true;
  if (tag === 'label') return isOnlyWay(node);
  if (tag === 'a' || tag === 'area') return attributes.has('href') || isClickable;
  if (tag === 'video' || tag === 'audio') return attributes.has('controls');
  if (areaOf(box) > areaOf(viewport) * MOST_OF_WINDOW) return false;
  if (attributes.has('onclick') || isClickable || hasPointer(node)) return true;
  return Number.parseInt(attributes.get('tabindex') ?? '', 10) >= 0;
}

/** Whether it is part of the button around it, and not something next to it. */
export function saysNothingNew(
  node: SnapshotNode,
  box: Box,
  boxOf: (node: SnapshotNode) => Box | undefined,
): boolean {
  if (isOfItsOwn(node)) return false;
  for (let at = node.parent; at; at = at.parent) {
    if (!isButtonLike(at)) continue;
    const around = boxOf(at);
    const shared = around ? areaOf(intersect(around, box)) : 0;
    return shared >= areaOf(box) * WHOLLY;
  }
  return false;
}

function isButtonLike({ tag, attributes }: SnapshotNode): boolean {
  const role = attributes.get('role') ?? '';
  return (
    tag === 'a' ||
    tag === 'button' ||
    ['button', 'link', 'menuitem', 'option', 'tab'].includes(role)
  );
}

/** Whether it carries its own information, even inside a button. */
function isOfItsOwn(node: SnapshotNode): boolean {
  const { attributes } = node;
  return (
    isFormControl(node) || ['aria-label', 'role', 'onclick'].some((name) => attributes.has(name))
  );
}

function hasRole({ attributes }: SnapshotNode): boolean {
  const roles = (attributes.get('role') ?? '').toLowerCase().split(/\s+/);
  return roles.some((role) => interactiveRoles.has(role));
}

function isEditingHost({ attributes }: SnapshotNode): boolean {
  return ['', 'true', 'plaintext-only'].includes(attributes.get('contenteditable') ?? 'false');
}

/** Whether the pointer cursor starts at this element. */
function hasPointer({ layout, parent }: SnapshotNode): boolean {
  return layout?.style('cursor') === 'pointer' && parent?.layout?.style('cursor') !== 'pointer';
}
