// Types for the parts of @novnc/novnc that this page uses; the package has none. Served from the
// package, unchanged.

/** Draws a VNC screen into an element and, unless `viewOnly`, sends the person's input. */
declare class RFB extends EventTarget {
  /** Events: `connect`, `disconnect`, `securityfailure`. */
  constructor(target: HTMLElement, channel: WebSocket, options?: { readonly shared?: boolean });
  viewOnly: boolean;
  scaleViewport: boolean;
  showDotCursor: boolean;
  focus(): void;
  disconnect(): void;
}

// oxlint-disable-next-line import/no-default-export -- noVNC has it so
export { RFB as default };
