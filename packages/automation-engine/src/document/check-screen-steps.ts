import type { z } from 'zod';
import type { ParsedParams } from '../actions/define-action.ts';
import type { TargetParams } from '../fields/target-fields.ts';
import type { ActionNode } from './nodes/action-node.ts';
import { type ActionOfNode, findActionOfNode } from './nodes/action-of-node.ts';
import type { Node } from './nodes/node.ts';
import { kindsOf } from './nodes/sub-actions.ts';
import { walkNodes } from './nodes/walk-nodes.ts';

interface ScreenSettings {
  readonly url: string;
  readonly browser_channel: string;
  readonly backend: string;
  readonly nodes: readonly Node[];
  readonly post_processing_nodes: readonly Node[];
  readonly dialog?: object | undefined;
}

type Path = readonly (string | number)[];

interface Problem {
  /** Path from the node. */
  readonly path: Path;
  readonly message: string;
}

/**
 * Interactions that the rdp channel supports: those that act on a screen, and tasks in plain
 * language, although they need a page.
 */
const remoteDesktopKinds = [
  ...kindsOf('interaction', ({ place }) => place === 'screen'),
  ...kindsOf('interaction', ({ isForRemoteDesktops }) => isForRemoteDesktops),
];

/** Rejects steps that cannot work where the automation runs, instead of skipping them. */
export function checkScreenSteps(automation: ScreenSettings, context: z.core.$RefinementCtx): void {
  const isRemote = automation.browser_channel === 'rdp';
  // With a URL, the same automation runs in a browser for tasks without rdp_parameter.
  const isWithoutPage = isRemote && automation.url.trim() === '';
  const isOnScreen = isRemote || automation.backend === 'computer-vision';
  if (isWithoutPage && automation.dialog) {
    context.addIssue({ code: 'custom', path: ['dialog'], message: dialogWithoutPage });
  }
  for (const { node, path } of walkNodes(automation)) {
    const problem =
      (isRemote ? problemOfKind(node) : undefined) ??
      (isWithoutPage ? problemWithoutPage(node) : undefined) ??
      (isOnScreen ? problemOnScreen(node) : undefined) ??
      problemOfBox(node, isOnScreen);
    if (!problem) continue;
    context.addIssue({
      code: 'custom',
      path: [...path, ...problem.path],
      message: problem.message,
    });
  }
}

function problemOfKind(node: Node): Problem | undefined {
  const found = findInteraction(node);
  if (!found || remoteDesktopKinds.includes(found.action.kind)) return undefined;
  return {
    path: ['interaction_action'],
    message: `This kind does not work on the channel "rdp". Use one of ${remoteDesktopKinds.join(', ')}.`,
  };
}

const WAY_OUT =
  'an automation with the channel "rdp" and a blank url runs only on a remote desktop. Give a url if its tasks run in a browser';

const dialogWithoutPage = `Only a web page opens the dialogs that this handles, but ${WAY_OUT}, or leave it out.`;

function problemWithoutPage(node: Node): Problem | undefined {
  if (node.type === 'action_node') return problemOfAction(node);
  const isLoop = node.type === 'for_loop_node';
  if (isLoop && node.locator !== undefined) {
    return {
      path: ['locator'],
      message: `A locator needs a web page, but ${WAY_OUT}, or iterate over a list (variable_name).`,
    };
  }
  if (node.type === 'while_loop_node' && node.expectation) {
    return {
      path: ['expectation'],
      message: `An expectation needs a web page, but ${WAY_OUT}, or repeat while a condition is true.`,
    };
  }
  if (node.type === 'assert_locator_node' || node.type === 'private_node') {
    return { path: [], message: `The node ${node.type} needs a web page, but ${WAY_OUT}.` };
  }
  return undefined;
}

function problemOfAction(node: ActionNode): Problem | undefined {
  const found = findActionOfNode(node);
  if (!found) return undefined;
  const { action, params, path: at } = found;
  if (action.place === 'page') {
    return { path: at, message: `${action.kind} needs a web page, but ${WAY_OUT}.` };
  }
  if (node.expect_new_tab) {
    return { path: ['expect_new_tab'], message: `Only a browser has tabs, but ${WAY_OUT}.` };
  }
  if (node.dialog) return { path: ['dialog'], message: dialogWithoutPage };
  const field = action.fields?.findPageField?.(params);
  if (field) {
    const { name, wayOut: other } = field;
    const ways = other === undefined ? WAY_OUT : `${WAY_OUT}, or ${other}`;
    return { path: [...at, name], message: `${name} needs a web page here, but ${ways}.` };
  }
  if (!findInteraction(node) || !hasLocatorOnly(params)) return undefined;
  return {
    path: at,
    message: `A locator needs a web page, but ${WAY_OUT}, or add coordinates, keyword or prompt_instructions.`,
  };
}

/** The fields of a target, if the params have them. */
type TargetFields = Partial<TargetParams>;

function hasLocatorOnly(params: ParsedParams): boolean {
  const target = params as TargetFields;
  if (target.command === undefined && target.xpath === undefined) return false;
  const { coordinates, keyword, prompt_instructions: prompt = '' } = target;
  return coordinates === undefined && !keyword?.trim() && prompt.trim() === '';
}

/** Rejects fields that need a page element; the screen only has points. */
function problemOnScreen(node: Node): Problem | undefined {
  const found = findInteraction(node);
  const field = found?.action.fields?.findElementField?.(found.params);
  if (!found || field === undefined) return undefined;
  return {
    path: [...found.path, field],
    message: `${field} does not work where steps act on the screen: leave it out, or use backend "browser-use" on the channel chromium or chrome.`,
  };
}

/** On a page, a bounding box only limits where a keyword is searched for. */
function problemOfBox(node: Node, isOnScreen: boolean): Problem | undefined {
  const found = findInteraction(node);
  if (!found || (isOnScreen && found.action.place === 'screen')) return undefined;
  const target = found.params as TargetFields;
  const { bounding_box_variables: box, keyword = '', prompt_instructions: prompt = '' } = target;
  // A box with neither keyword nor prompt is rejected together with its target.
  if (box === undefined || keyword.trim() !== '' || prompt.trim() === '') return undefined;
  return {
    path: [...found.path, 'bounding_box_variables'],
    message:
      'bounding_box_variables limits where a keyword is searched for on a page: specify a keyword, or let the automation act on the screen (backend "computer-vision").',
  };
}

function findInteraction(node: Node): ActionOfNode | undefined {
  const found = findActionOfNode(node);
  return found?.action.group === 'interaction' ? found : undefined;
}
