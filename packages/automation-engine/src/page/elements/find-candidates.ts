import { type LocatorCandidate, parseLocator, rankCandidates } from '@errand/locators';
import type { ElementHandle, Protocol } from 'puppeteer';
import { callOn } from '../browser/call-in-page.ts';
import { frameSession } from '../browser/frame-session.ts';
import { isolatedRealm } from '../browser/isolated-realm.ts';
import type { PageRun } from '../page-run.ts';

const MOST_CANDIDATES = 5;

/**
 * Locators that match only the element, checked on the page now; the most stable first, excluding
 * those that contain a secret.
 */
export async function findCandidates(
  run: PageRun,
  handle: ElementHandle,
): Promise<LocatorCandidate[]> {
  const prefix = await framePrefix(run, handle);
  if (prefix === undefined) return [];
  const facts = await callOn(handle, 'readLocatorFacts');
  const ranked = rankCandidates({ ...facts, ...(await readAccessible(handle)) });
  const unique: LocatorCandidate[] = [];
  for (const candidate of ranked) {
    const command = `${prefix}${candidate.command}`;
    if (unique.length >= MOST_CANDIDATES || run.redact(command) !== command) continue;
    if (await leadsTo(run, command, handle)) unique.push({ ...candidate, command });
  }
  return unique;
}

/**
 * `locator("iframe").content_frame.` for an element in a frame; undefined if no locator is unique
 * to the frame.
 */
async function framePrefix(run: PageRun, handle: ElementHandle): Promise<string | undefined> {
  const parent = handle.frame.parentFrame();
  if (!parent) return '';
  const owner = await handle.frame.frameElement();
  if (!owner) return undefined;
  const isolated = await isolatedRealm(parent).transferHandle(owner);
  try {
    const command = await nameFrame(run, isolated);
    return command && `${command}.content_frame.`;
  } finally {
    await isolated.dispose();
  }
}

/** The only frame of a page is better found by its tag than by a path. */
async function nameFrame(run: PageRun, owner: ElementHandle): Promise<string | undefined> {
  const [best] = await findCandidates(run, owner);
  if (best && best.kind !== 'xpath') return best.command;
  const prefix = await framePrefix(run, owner);
  const plain = `${prefix}locator("iframe")`;
  if (prefix !== undefined && (await leadsTo(run, plain, owner))) return plain;
  return best?.command;
}

async function readAccessible(handle: ElementHandle) {
  const objectId = handle.remoteObject().objectId;
  const session = frameSession(handle.frame);
  const options = { ...(objectId === undefined ? {} : { objectId }), fetchRelatives: false };
  const tree = await session.send('Accessibility.getPartialAXTree', options);
  const node: Protocol.Accessibility.AXNode | undefined = tree.nodes[0];
  return {
    role: String(node?.role?.value ?? ''),
    accessibleName: String(node?.name?.value ?? '').trim(),
  };
}

/** Whether the locator matches this element and nothing else. */
async function leadsTo(run: PageRun, command: string, wanted: ElementHandle): Promise<boolean> {
  const { pages, signal, bindings } = run;
  const resolver = await run.resolverOf(pages.current().page);
  const found = await resolver.queryAll(parseLocator(command, bindings), { signal });
  try {
    const [only] = found;
    if (!only || found.length > 1 || only.frame !== wanted.frame) return false;
    return await only.evaluate((element, other) => element === other, wanted);
  } finally {
    await Promise.allSettled(found.map((handle) => handle.dispose()));
  }
}
