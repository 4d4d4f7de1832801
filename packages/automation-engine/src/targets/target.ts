/** The target fields that click, input, select, check, hover, upload and key press share. */
export interface Target {
  readonly command?: string | null | undefined;
  readonly xpath?: string | null | undefined;
  readonly coordinates?: readonly unknown[] | null | undefined;
  readonly keyword?: string | null | undefined;
  readonly prompt_instructions?: string | undefined;
  readonly skip_command?: boolean | undefined;
  readonly skip_prompt?: boolean | undefined;
  readonly assert_locator_presence?: boolean | undefined;
  readonly recording_screenshot?: string | null | undefined;
  readonly bounding_box_variables?: readonly string[] | null | undefined;
}
