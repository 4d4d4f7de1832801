import { setUpCombobox } from './combobox.js';

const form = document.getElementById('new-order');
const warehouse = document.getElementById('warehouse');
const submit = form.querySelector('button[type=submit]');
const alert = form.querySelector('[role=alert]');
const spinner = document.getElementById('saving');

setUpCombobox(warehouse, updateSubmit);
form.addEventListener('input', updateSubmit);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void save();
});

function updateSubmit() {
  document.getElementById('urgency-value').value = form.elements.urgency.value;
  submit.disabled = !form.checkValidity() || warehouse.dataset.value === undefined;
}

async function save() {
  submit.disabled = true;
  spinner.hidden = false;
  const fields = new FormData(form);
  const response = await fetch('/api/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...Object.fromEntries(fields),
      extras: fields.getAll('extras'),
      warehouse: warehouse.dataset.value,
    }),
  });
  const answer = await response.json();
  if (response.ok) {
    location.assign(`/orders/${answer.number}/confirmation`);
    return;
  }
  spinner.hidden = true;
  alert.textContent = answer.problems?.join(' ') ?? answer.error;
  alert.hidden = false;
  updateSubmit();
}
