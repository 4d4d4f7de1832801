import type { z } from 'zod';
import type { ActionNode } from './nodes/action-node.ts';
import { findActionOfNode } from './nodes/action-of-node.ts';
import type { Node } from './nodes/node.ts';
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
 * Kinds that the rdp channel supports: those that act on a screen, and tasks in plain language,
 * which need a page.
 */
const remoteDesktopKinds = [
  'click_element',
  'input_text',
  'key_press',
  'hover',
  'scroll',
  'agentic_task',
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
  if (node.type !== 'action_node' || !node.interaction_action) return undefined;
  const found = findActionOfNode(node);
  if (!found || remoteDesktopKinds.includes(found.action.kind)) return undefined;
  return {
    path: ['interaction_action'],
    message: `This kind does not work on the channel "rdp". Use one of ${remoteDesktopKinds.join(', ')}.`,
  };
}

const wayOut =
  'an automation of the channel "rdp" with a blank url runs on a remote desktop alone. Give a url if its tasks run in a browser';

const dialogWithoutPage = `Only a web page opens the dialogs that this answers, and ${wayOut}, or leave it out.`;

function problemWithoutPage(node: Node): Problem | undefined {
  if (node.type === 'action_node') return problemOfAction(node);
  const isLoop = node.type === 'for_loop_node';
  if (isLoop && node.locator !== undefined) {
    return {
      path: ['locator'],
      message: `A locator needs a web page, and ${wayOut}, or go over a list (variable_name).`,
    };
  }
  if (node.type === 'while_loop_node' && node.expectation) {
    return {
      path: ['expectation'],
      message: `An expectation needs a web page, and ${wayOut}, or go on while a condition is true.`,
    };
  }
  if (node.type === 'assert_locator_node' || node.type === 'private_node') {
    return { path: [], message: `The node ${node.type} needs a web page, and ${wayOut}.` };
  }
  return undefined;
}

function problemOfAction(node: ActionNode): Problem | undefined {
  const found = findActionOfNode(node);
  if (!found) return undefined;
  const { action } = found;
  const { interaction_action: interaction, extraction_action: extraction } = node;
  const at = action.group === 'node' ? [action.kind] : [`${action.group}_action`, action.kind];
  if (action.place === 'page') {
    return { path: at, message: `${action.kind} needs a web page, and ${wayOut}.` };
  }
  if (node.expect_new_tab) {
    return { path: ['expect_new_tab'], message: `A tab is one of a browser, and ${wayOut}.` };
  }
  if (node.dialog) return { path: ['dialog'], message: dialogWithoutPage };
  const field = pageFieldOf(interaction, extraction, node.assertion_action);
  if (field)
    return {
      path: [...at, field],
      message: `${field} needs a web page here, and ${wayOut}${ways[field]}.`,
    };
  if (!interaction || !hasLocatorOnly(interaction)) return undefined;
  return {
    path: at,
    message: `A locator needs a web page, and ${wayOut}, or add coordinates, keyword or prompt_instructions.`,
  };
}

const ways = {
  expect_download: '',
  include_full_page: '',
  is_slider: ', or move the slider by key_press',
  source: ', or let the model see the screenshot: source ["screenshot"]',
} as const;

function pageFieldOf(
  interaction: ActionNode['interaction_action'],
  extraction: ActionNode['extraction_action'],
  assertion: ActionNode['assertion_action'],
): keyof typeof ways | undefined {
  if (interaction?.click_element?.expect_download) return 'expect_download';
  if (interaction?.input_text?.is_slider) return 'is_slider';
  const seen = extraction?.llm ?? assertion?.llm;
  if (seen?.include_full_page) return 'include_full_page';
  return seen?.source.includes('axtree') ? 'source' : undefined;
}

interface LocatedTarget {
  readonly command?: string | undefined;
  readonly xpath?: string | undefined;
  readonly coordinates?: readonly unknown[] | undefined;
  readonly keyword?: string | undefined;
  readonly prompt_instructions: string;
}

function hasLocatorOnly({
  click_element,
  input_text,
  hover,
  key_press,
  scroll,
}: NonNullable<ActionNode['interaction_action']>): boolean {
  const target: LocatedTarget | undefined =
    click_element ?? input_text ?? hover ?? key_press ?? scroll;
  if (!target || (target.command === undefined && target.xpath === undefined)) return false;
  const { coordinates, keyword, prompt_instructions: prompt } = target;
  return coordinates === undefined && !keyword?.trim() && prompt.trim() === '';
}

/** Rejects fields that need a page element; the screen only has points. */
function problemOnScreen(node: Node): Problem | undefined {
  if (node.type !== 'action_node' || !node.interaction_action) return undefined;
  const { click_element: click, scroll } = node.interaction_action;
  const given = {
    ...(click && {
      modifiers: click.modifiers.length > 0,
      position: click.position !== undefined,
      hold_seconds: click.hold_seconds > 0,
    }),
    ...(scroll && { to_element: scroll.to_element }),
  };
  const field = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (field === undefined) return undefined;
  return {
    path: ['interaction_action', click ? 'click_element' : 'scroll', field],
    message: `${field} does not work where steps act on the screen: leave it out, or use backend "browser-use" on the channel chromium or chrome.`,
  };
}

/** On a page, a bounding box only limits where a keyword is searched for. */
function problemOfBox(node: Node, isOnScreen: boolean): Problem | undefined {
  if (node.type !== 'action_node' || !node.interaction_action) return undefined;
  const found = findActionOfNode(node);
  if (!found || (isOnScreen && found.action.place === 'screen')) return undefined;
  const target = found.params as Partial<Record<'bounding_box_variables' | 'keyword', unknown>>;
  const { bounding_box_variables: box, keyword = '' } = target;
  // A box with neither keyword nor prompt is rejected together with its target.
  const isOfPrompt = box !== undefined && String(keyword).trim() === '' && hasPrompt(found.params);
  if (!isOfPrompt) return undefined;
  return {
    path: ['interaction_action', found.action.kind, 'bounding_box_variables'],
    message:
      'bounding_box_variables bound where a keyword is looked for on a page: give a keyword, or let the automation act on the screen (backend "computer-vision").',
  };
}

function hasPrompt(params: unknown): boolean {
  const { prompt_instructions: prompt = '' } = params as { readonly prompt_instructions?: string };
  return prompt.trim() !== '';
}
