const MODEL = [
  'model_unavailable',
  'model_error',
  'model_timeout',
  'model_answer_invalid',
  'model_budget_exceeded',
];
const SCRIPT = [
  'script_sandbox_unavailable',
  'script_error',
  'script_call',
  'script_timeout',
  'script_limit_exceeded',
];
const DOWNLOAD = ['download_missing', 'limit_exceeded'];

/** Classes with which a step that has a target can fail because of it. */
export const TARGET_FAILURES = [
  'locator_syntax',
  'locator_not_found',
  'element_not_found',
  'locator_ambiguous',
  'locator_not_a_frame',
  'keyword_not_found',
  'screen_differs',
  'not_actionable',
  ...MODEL,
];

/** Classes with which each kind can fail besides those of its target and those of every step. */
export const ACTION_FAILURES: Readonly<Record<string, readonly string[]>> = {
  'interaction_action.agentic_task': ['agent_unfinished', ...MODEL],
  'interaction_action.click_element': DOWNLOAD,
  'interaction_action.close_overlay_popup': MODEL,
  'interaction_action.download_url_as_pdf': ['navigation', ...DOWNLOAD],
  'interaction_action.go_back': ['navigation'],
  'interaction_action.go_to_url': ['navigation'],
  'interaction_action.input_text': ['text_not_taken', 'secret_unavailable'],
  'interaction_action.select_option': ['option_not_found', 'option_ambiguous'],
  'interaction_action.set_value': ['value_not_taken', 'secret_unavailable'],
  'interaction_action.switch_tab': ['tab_not_found'],
  'interaction_action.upload_file': ['file_missing', 'file_refused', 'input_file_missing'],
  'extraction_action.api_call': [
    'egress_blocked',
    'egress_failed',
    'egress_timeout',
    'egress_too_large',
  ],
  'extraction_action.llm': ['extraction_format', ...MODEL],
  'extraction_action.locator': ['locator_not_found', 'extraction_empty', 'extraction_format'],
  'extraction_action.network_call': ['extraction_empty', ...DOWNLOAD],
  'extraction_action.ocr_coordinates': ['keyword_not_found', 'text_language_missing'],
  'extraction_action.pdf': ['file_missing', 'file_unreadable', ...MODEL],
  'extraction_action.python_script': SCRIPT,
  'extraction_action.two_fa_action': ['two_fa_code_not_found', 'two_fa_messages_unavailable'],
  'extraction_action.vision': MODEL,
  'assertion_action.expect': ['assertion_failed'],
  'assertion_action.llm': ['assertion_failed', ...MODEL],
  'assertion_action.network_call': ['assertion_failed'],
  'assertion_action.python_script': ['assertion_failed', ...SCRIPT],
  'misc_action.count_locator': ['locator_syntax'],
  'misc_action.llm_query': MODEL,
  'misc_action.set_variable': ['expression_syntax', 'expression_error'],
  'misc_action.wait_for': ['timeout'],
  captcha_action: ['captcha_unsolved'],
  fail_state_action: ['fail_state'],
  human_in_loop_action: ['human_timeout', 'human_unavailable'],
  powershell_action: ['powershell_unavailable'],
  python_script_action: SCRIPT,
};
