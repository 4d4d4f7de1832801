// Types of what this page uses of @novnc/novnc, which brings none. Served from its package, unchanged.

/** Draws a VNC screen into an element and, unless `viewOnly`, sends what a person does there. */
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
