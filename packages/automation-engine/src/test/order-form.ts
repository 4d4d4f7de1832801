/** Interaction fields that make a step give up soon. */
export const quick = { max_timeout_seconds_per_try: 0.3 };

/** A target that only a model finds in the form. */
export const gone = {
  command: 'get_by_test_id("old-save")',
  prompt_instructions: 'the save button',
};

/** A form that logs what is done to it. */
export const FORM = `<script>log = []; note = (what) => log.push(what)</script>
  <label>Name <input id=name></label><button id=other onclick="note('other')">Cancel</button>
  <button onclick="note('save ' + event.detail)" ondblclick="note('double')" oncontextmenu="note('context')">Save order</button>`;
