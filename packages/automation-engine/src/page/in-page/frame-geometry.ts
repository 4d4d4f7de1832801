import { renderedParent } from './element-facts.ts';
import { whyNotHit } from './hit-test.ts';
import type { Point } from '../../targets/point.ts';

/** How to convert a point of a frame's document into one of the document around it. */
export interface FramePlacement {
  /** The origin of the frame's document, in the document around it. */
  readonly origin: Point;
  /** How transforms and zoom change distances in the frame. */
  readonly linear: DOMMatrix;
}

/**
 * Returns where a point of a frame's document is in the document around it, or why nothing there
 * reaches the frame.
 */
export function locateInParent(frameElement: Element, point: Point): Point | string {
  const placement = placeFrame(frameElement);
  if (!placement) return 'is transformed so that the position of its points cannot be computed';
  const { x, y } = placement.linear.transformPoint(point);
  const located = { x: placement.origin.x + x, y: placement.origin.y + y };
  return whyNotHit(frameElement, located) ?? located;
}

/** In CSS pixels of the visible part of a document. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns where boxes of a frame's document are in the document around it; null where that cannot
 * be computed.
 */
export function boxesInParent(
  frameElement: Element,
  boxes: readonly (Box | null)[],
): readonly (Box | null)[] {
  const placement = placeFrame(frameElement);
  return boxes.map((box) => (box && placement ? boxInParent(placement, box) : null));
}

function boxInParent({ origin, linear }: FramePlacement, { x, y, width, height }: Box): Box {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => linear.transformPoint(corner));
  const left = Math.min(...corners.map((corner) => corner.x));
  const top = Math.min(...corners.map((corner) => corner.y));
  return {
    x: origin.x + left,
    y: origin.y + top,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - top,
  };
}

/**
 * The reverse: returns where a point of the document around a frame is in the frame's own document.
 * Undefined for other elements.
 */
export function locateInFrame(element: Element, { x, y }: Point): Point | undefined {
  if (!['iframe', 'frame'].includes(element.localName)) return undefined;
  const placement = placeFrame(element);
  if (!placement) return undefined;
  const { origin, linear } = placement;
  const inner = linear.inverse().transformPoint({ x: x - origin.x, y: y - origin.y });
  return { x: inner.x, y: inner.y };
}

/**
 * Returns undefined if the frame's box on the page does not match its transforms, for example in
 * 3D.
 */
function placeFrame(element: Element): FramePlacement | undefined {
  const linear = linearTransform(element);
  if (!linear || !(element instanceof HTMLElement)) return undefined;
  const { offsetWidth: width, offsetHeight: height, clientLeft, clientTop } = element;
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ].map((corner) => linear.transformPoint(corner));
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const box = element.getBoundingClientRect();
  const isAsWide = Math.abs(Math.max(...corners.map(({ x }) => x)) - left - box.width) < 1.5;
  const isAsHigh = Math.abs(Math.max(...corners.map(({ y }) => y)) - top - box.height) < 1.5;
  if (!isAsWide || !isAsHigh) return undefined;
  const style = getComputedStyle(element);
  const inset = linear.transformPoint({
    x: clientLeft + Number.parseFloat(style.paddingLeft),
    y: clientTop + Number.parseFloat(style.paddingTop),
  });
  return { origin: { x: box.left - left + inset.x, y: box.top - top + inset.y }, linear };
}

/**
 * Returns the product of all transforms around an element's content, without translations;
 * undefined if one is not flat.
 */
function linearTransform(element: Element): DOMMatrix | undefined {
  let total = new DOMMatrix();
  for (let node: Element | undefined = element; node; node = renderedParent(node)) {
    const own = ownTransform(node);
    if (!own?.is2D) return undefined;
    total = own.multiply(total);
  }
  const zoom = element.currentCSSZoom;
  return new DOMMatrix([total.a * zoom, total.b * zoom, total.c * zoom, total.d * zoom, 0, 0]);
}

/** Returns undefined if the element is rotated or scaled out of the plane of the screen. */
function ownTransform(element: Element): DOMMatrix | undefined {
  const { transform, rotate, scale } = getComputedStyle(element);
  const [x = '1', y = x, z] = scale.split(' ');
  if (rotate.includes(' ') || z !== undefined) return undefined;
  const parts = [
    rotate === 'none' ? '' : `rotate(${rotate})`,
    scale === 'none' ? '' : `scale(${x}, ${y})`,
    transform === 'none' ? '' : transform,
  ].filter((part) => part !== '');
  return new DOMMatrix(parts.length === 0 ? 'none' : parts.join(' '));
}
