import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { type ErrorClass, listErrorClasses } from './list-error-classes.ts';

/** Who may retry after which error. A change here changes which tasks are retried. */
const RETRIES: Readonly<Record<ErrorClass['retry'], string>> = {
  never: `
    answer_too_large task-runner/AnswerTooLargeError
    assertion_failed automation-engine/AssertionFailedError
    browser_unavailable task-runner/BrowserUnavailableError
    cancelled automation-engine/StepCancelledError
    cancelled task-runner/TaskCancelledError
    desktop_key desktop/DesktopKeyError
    desktop_point desktop/DesktopPointError
    desktop_program_missing desktop/DesktopProgramMissingError
    desktop_text desktop/DesktopTextError
    egress_blocked egress-guard/EgressBlockedError
    expression_syntax expressions/ExpressionSyntaxError
    fail_state automation-engine/FailStateError
    file_refused automation-engine/FileRefusedError
    file_unreadable automation-engine/FileUnreadableError
    file_unreadable automation-engine/ImageUnreadableError
    file_unreadable automation-engine/RecordingUnusableError
    handler_missing automation-engine/HandlerMissingError
    human_unavailable automation-engine/HumanUnavailableError
    input_file_damaged task-runner/InputFileDamagedError
    input_file_missing automation-engine/InputFileMissingError
    invalid_automation automation-engine/InvalidAutomationError
    invalid_params automation-engine/DialogTextError
    invalid_params automation-engine/InvalidBoxError
    invalid_params automation-engine/InvalidCoordinateError
    invalid_params automation-engine/InvalidCountError
    invalid_params automation-engine/RecordingStateError
    invalid_params automation-engine/SessionVariableError
    invalid_params automation-engine/SourceListError
    invalid_params automation-engine/StartPageMissingError
    limit_exceeded expressions/TextTooLongError
    limit_exceeded task-runner/SessionLimitError
    limit_exceeded task-runner/StorageRefusedError
    locator_not_a_frame locators/NotAFrameError
    locator_syntax locators/LocatorSyntaxError
    model_budget_exceeded language-models/ModelBudgetExceededError
    model_unavailable automation-engine/ModelMissingError
    model_unavailable automation-engine/ModelUnavailableError
    model_unavailable language-models/ModelUnavailableError
    navigation automation-engine/NoPageBeforeError
    node_not_reached automation-engine/NodeNotReachedError
    node_path automation-engine/NodePassedError
    node_path automation-engine/NodePathError
    not_actionable automation-engine/WrongElementError
    out_of_memory task-runner/OutOfMemoryError
    page_missing automation-engine/PageMissingError
    pick_cancelled automation-engine/PickCancelledError
    placeholder_unresolved expressions/UnresolvedPlaceholderError
    powershell_unavailable automation-engine/PowershellMissingError
    powershell_unavailable script-sandbox/PowershellUnavailableError
    proxy_failed task-runner/ProxyFailedError
    remote_desktop_logged_off task-runner/RemoteDesktopLoggedOffError
    remote_desktop_login_failed task-runner/RemoteDesktopLoginFailedError
    remote_desktop_refused task-runner/RemoteDesktopRefusedError
    remote_desktop_unavailable task-runner/RemoteDesktopUnavailableError
    report_refused task-runner/ReportRefusedError
    script_error automation-engine/OpenCommandError
    script_error automation-engine/ScriptResultError
    script_error automation-engine/UnsafePlaceholderError
    script_sandbox_unavailable automation-engine/ScriptsMissingError
    script_sandbox_unavailable script-sandbox/SandboxUnavailableError
    secret_unavailable automation-engine/SecretMisplacedError
    text_language_missing desktop/TextLanguageMissingError
    timeout task-runner/TaskTimeoutError
    upload_failed task-runner/UploadError
  `,
  automation: `
    agent_unfinished automation-engine/AgentUnfinishedError
    captcha_unsolved automation-engine/CaptchaUnsolvedError
    download_missing automation-engine/DownloadMissingError
    egress_failed egress-guard/EgressFailedError
    egress_timeout egress-guard/EgressTimeoutError
    egress_too_large egress-guard/EgressTooLargeError
    element_not_found automation-engine/ElementNotFoundError
    expression_error expressions/ExpressionEvaluationError
    extraction_empty automation-engine/AnswerEmptyError
    extraction_empty automation-engine/ExtractionEmptyError
    extraction_empty automation-engine/NetworkCallMissingError
    extraction_empty automation-engine/ScriptEmptyError
    extraction_format automation-engine/ExtractionTypeError
    extraction_format automation-engine/TableColumnError
    extraction_format expressions/ExtractionFormatError
    file_missing automation-engine/FileMissingError
    human_timeout automation-engine/HumanTimeoutError
    invalid_params automation-engine/HumanAnswerError
    invalid_params automation-engine/InvalidCallError
    keyword_not_found automation-engine/KeywordNotFoundError
    limit_exceeded automation-engine/IterationLimitError
    limit_exceeded automation-engine/LimitExceededError
    locator_ambiguous automation-engine/KeywordAmbiguousError
    locator_ambiguous automation-engine/LocatorAmbiguousError
    locator_ambiguous locators/AmbiguousFrameError
    locator_not_found automation-engine/LocatorNotFoundError
    loop_source automation-engine/LoopSourceError
    model_answer_invalid language-models/ModelAnswerInvalidError
    model_timeout language-models/ModelTimeoutError
    navigation automation-engine/NavigationError
    not_actionable automation-engine/NoEffectError
    not_actionable automation-engine/NotActionableError
    not_actionable automation-engine/SilentPageError
    option_ambiguous automation-engine/OptionAmbiguousError
    option_not_found automation-engine/OptionNotFoundError
    page_closed automation-engine/PageClosedError
    page_closed locators/PageClosedError
    page_unresponsive automation-engine/PageUnresponsiveError
    picture_format desktop/PictureFormatError
    screen_differs automation-engine/ScreenDiffersError
    script_call automation-engine/CallFailedError
    script_error automation-engine/PrivateNodeError
    script_error script-sandbox/PowershellFailedError
    script_error script-sandbox/ScriptEndedError
    script_error script-sandbox/ScriptFailedError
    script_limit_exceeded script-sandbox/ScriptLimitError
    script_timeout script-sandbox/ScriptTimeoutError
    secret_unavailable automation-engine/SecretUnavailableError
    tab_not_found automation-engine/TabNotFoundError
    text_not_taken automation-engine/TextNotTakenError
    text_reader desktop/TextReaderError
    timeout automation-engine/WaitForTimeoutError
    timeout automation-engine/WaitTimeoutError
    two_fa_code_not_found automation-engine/TwoFaCodeNotFoundError
    value_not_taken automation-engine/ValueNotTakenError
  `,
  infrastructure: `
    browser_crashed automation-engine/BrowserCrashedError
    browser_crashed task-runner/BrowserEndedError
    browser_crashed task-runner/BrowserStartError
    desktop_unavailable automation-engine/DesktopMissingError
    desktop_unavailable desktop/DesktopUnavailableError
    display_unavailable desktop/DisplayUnavailableError
    input_file_unavailable task-runner/InputFileUnavailableError
    proxy_unreachable task-runner/ProxyUnreachableError
    remote_desktop_lost task-runner/RemoteDesktopLostError
    remote_desktop_unreachable task-runner/RemoteDesktopUnreachableError
  `,
  'by case': `
    messages_refused task-runner/MessagesRefusedError
    messages-unavailable two-factor/MessagesUnavailableError
    messages-unavailable two-factor/SlackRefusedError
    model_error language-models/ModelError
    two_fa_messages_unavailable automation-engine/MessagesUnavailableError
  `,
};

const classes = listErrorClasses(join(import.meta.dirname, '../..'));

test.each(Object.entries(RETRIES))('%s: may retry after exactly these errors', (retry, table) => {
  const listed = classes
    .filter((one) => one.retry === retry)
    .map((one) => `${one.code} ${one.name}`);
  expect(listed).toEqual(table.trim().split(/\n\s*/));
});

test('documents every error class', () => {
  expect(classes.filter(({ meaning }) => meaning === '').map(({ name }) => name)).toEqual([]);
});
