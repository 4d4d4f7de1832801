/** One step of each kind, as an author would write it. A test parses them all. */
export const actionExamples: Readonly<Record<string, unknown>> = {
  'interaction_action.agentic_task': {
    task: 'Open the invoice of March',
    max_steps: 10,
  },
  'interaction_action.check': { command: 'get_by_label("I accept the terms")' },
  'interaction_action.click_element': { command: 'get_by_role("button", name="Save")' },
  'interaction_action.close_all_but_last_tab': {},
  'interaction_action.close_current_tab': {},
  'interaction_action.close_overlay_popup': {},
  'interaction_action.close_tabs_until': { matching_url: 'https://portal.example/orders' },
  'interaction_action.download_url_as_pdf': { download_filename: 'terms.pdf' },
  'interaction_action.drag_and_drop': {
    command: 'get_by_text("Invoice 4711")',
    destination: { command: 'get_by_role("region", name="Paid")' },
  },
  'interaction_action.go_back': {},
  'interaction_action.go_to_url': { url: 'https://portal.example/orders/{order_number[0]}' },
  'interaction_action.hover': { command: 'get_by_role("menuitem", name="Reports")' },
  'interaction_action.input_text': {
    command: 'get_by_label("Order number")',
    input_text: '{order_number[0]}',
    press_enter: true,
  },
  'interaction_action.key_press': { type: 'Escape' },
  'interaction_action.scroll': { down: true, amount: 600 },
  'interaction_action.select_option': {
    command: 'get_by_label("Country")',
    select_values: ['Germany'],
  },
  'interaction_action.set_value': {
    command: 'get_by_label("Delivery date")',
    value: '{delivery_date[0]}',
  },
  'interaction_action.switch_tab': { tab_index: 1 },
  'interaction_action.uncheck': { command: 'get_by_label("Send me offers")' },
  'interaction_action.upload_file': {
    command: 'get_by_label("Invoice")',
    input_file: 'invoice.pdf',
  },
  'extraction_action.api_call': { url: 'https://api.example/rates', method: 'GET' },
  'extraction_action.llm': {
    extraction_format: { total: 'float' },
    extraction_instructions: 'The total of the invoice, without tax',
  },
  'extraction_action.locator': {
    command: 'get_by_test_id("price")',
    extraction_format: { price: 'str' },
    output_variable_name: 'price',
  },
  'extraction_action.network_call': { url_pattern: '/api/orders' },
  'extraction_action.ocr_coordinates': { source_variable: 'labels' },
  'extraction_action.pdf': {
    filename: 'invoice.pdf',
    extraction_format: { total: 'float' },
    extraction_instructions: 'The amount due',
  },
  'extraction_action.python_script': {
    script: 'async def code_fn(axtree, browser):\n    return {"rows": axtree.count("row ")}',
    extraction_format: { rows: 'int' },
  },
  'extraction_action.screenshot': { filename: 'order.png', full_page: true },
  'extraction_action.state': {},
  'extraction_action.two_fa_action': {
    action: {
      type: 'email_two_fa_action',
      receiver_email_address: 'codes@example.com',
      sender_email_address: 'no-reply@portal.example',
    },
    output_variable_name: 'code',
  },
  'extraction_action.vision': {
    prompt: 'The centre of the red button',
    output_variable_names: ['x', 'y'],
  },
  'assertion_action.expect': {
    command: 'get_by_role("heading", name="Order shipped")',
    assertion: 'to_be_visible',
  },
  'assertion_action.llm': { extraction_instructions: 'The page shows that the order was placed' },
  'assertion_action.network_call': { url_pattern: '/api/orders' },
  'assertion_action.python_script': {
    script: 'async def code_fn(axtree, browser):\n    return "Order placed" in axtree',
  },
  'misc_action.count_locator': { locator: 'get_by_role("row")', name: 'rows' },
  'misc_action.llm_query': {
    output_format: { city: 'str' },
    prompt_instructions: 'The city in this address: {address[0]}',
  },
  'misc_action.set_variable': { name: 'page_number', value: '1' },
  'misc_action.wait_for': {
    command: 'get_by_text("Loading")',
    assertion: 'to_be_hidden',
    timeout: 60,
  },
  captcha_action: { locator: 'frame_locator("iframe").get_by_role("checkbox")' },
  fail_state_action: { failure_message: 'The order {order_number[0]} does not exist.' },
  human_in_loop_action: { max_wait_time: 300 },
  powershell_action: { commands: ['Get-Date'] },
  python_script_action: {
    execution_code: 'async def code_fn(page):\n    await page.keyboard.press("Escape")',
  },
  sleep_action: { sleep_time: 2 },
};
