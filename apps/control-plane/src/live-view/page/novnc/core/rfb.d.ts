// Types for the parts of @novnc/novnc that this page uses; the package ships none. It is served
// unchanged from the package.

/** Draws a VNC screen in an element and, unless `viewOnly`, sends the user's input. */
declare class RFB extends EventTarget {
  /** Events: `connect`, `disconnect`, `securityfailure`. */
  constructor(target: HTMLElement, channel: WebSocket, options?: { readonly shared?: boolean });
  viewOnly: boolean;
  scaleViewport: boolean;
  showDotCursor: boolean;
  focus(): void;
  disconnect(): void;
}

// oxlint-disable-next-line import/no-default-export -- noVNC exports it this way
export { RFB as default };
