import { setUpCombobox } from './combobox.js';

const action = document.getElementById('action');
setUpCombobox(action, () => {
  document.querySelector('[data-testid=submitBtn]').disabled = false;
});
