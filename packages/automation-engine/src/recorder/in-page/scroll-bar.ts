/** Whether the pointer is on a scroll bar of the element. */
export function isScrollBar({ clientX, clientY }: MouseEvent, element: Element): boolean {
  if (!(element instanceof HTMLElement) || element.matches('input, select')) return false;
  const { left, top } = element.getBoundingClientRect();
  if (element === document.documentElement) {
    return clientX >= element.clientWidth || clientY >= element.clientHeight;
  }
  const overflow = getComputedStyle(element);
  const canScroll = /auto|scroll/.test(`${overflow.overflowX} ${overflow.overflowY}`);
  const x = clientX - left - element.clientLeft;
  const y = clientY - top - element.clientTop;
  return canScroll && (x >= element.clientWidth || y >= element.clientHeight);
}
