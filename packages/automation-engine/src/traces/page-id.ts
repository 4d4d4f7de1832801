/** Names a page in a trace. The browser's ID of its target identifies it. */
export function pageIdOf(targetId: string): string {
  return `page@${targetId}`;
}
