/** What happened to one node of an automation. Every node has exactly one line. */
export interface ExportLine {
  /** `nodes[3].if_nodes[0]` */
  readonly path: string;
  /** What the node does: `click_element`, `for_loop_node`. */
  readonly step: string;
  readonly outcome: 'mapped' | 'approximated' | 'skipped';
  readonly why?: string;
}

export interface Exported {
  readonly text: string;
  readonly report: readonly ExportLine[];
}
