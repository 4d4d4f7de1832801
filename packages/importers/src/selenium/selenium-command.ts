/** One command of a test, as in the file. */
export interface SeleniumCommand {
  readonly name: string;
  readonly target: string;
  readonly value: string;
  /** The other locators of the command's element. */
  readonly targets: readonly string[];
  readonly opensWindow: boolean;
  readonly windowName: string;
}
