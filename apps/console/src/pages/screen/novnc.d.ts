// Types for the parts of @novnc/novnc that the console uses; the package ships none.
declare module '@novnc/novnc' {
  /** Draws a VNC screen in an element and, unless `viewOnly`, sends the user's input. */
  // oxlint-disable-next-line import/no-default-export -- noVNC exports it this way
  export default class RFB extends EventTarget {
    /** Events: `connect`, `disconnect`, `securityfailure`. */
    constructor(target: HTMLElement, channel: WebSocket, options?: { readonly shared?: boolean });
    viewOnly: boolean;
    scaleViewport: boolean;
    showDotCursor: boolean;
    focus(): void;
    disconnect(): void;
  }
}
