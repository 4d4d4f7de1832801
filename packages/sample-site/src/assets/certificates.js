const notice = document.getElementById('notice');
const text = document.getElementById('notice-text');
const acknowledge = document.getElementById('acknowledge');
const lookup = document.getElementById('lookup');
const country = document.getElementById('country');
const options = [...document.querySelectorAll('#country-options [role=option]')];

notice.showModal();
text.addEventListener('scroll', () => {
  const isAtEnd = text.scrollTop + text.clientHeight >= text.scrollHeight - 4;
  if (isAtEnd) acknowledge.disabled = false;
});
acknowledge.addEventListener('click', () => notice.close());

country.addEventListener('input', suggest);
for (const option of options) {
  option.addEventListener('click', () => {
    country.value = option.textContent;
    showList(false);
  });
}

lookup.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask();
});

function suggest() {
  const wanted = country.value.toLowerCase();
  for (const option of options) option.hidden = !option.textContent.toLowerCase().includes(wanted);
  showList(wanted !== '');
}

function showList(isOpen) {
  document.getElementById('country-options').hidden = !isOpen;
  country.setAttribute('aria-expanded', String(isOpen));
}

async function ask() {
  const response = await fetch(`/api/certificates/${lookup.dataset.kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(lookup))),
  });
  const answer = await response.json();
  const result = document.getElementById('result');
  result.textContent = answer.found ? describe(answer) : answer.reason;
  result.hidden = false;
}

function describe({ number, validUntil, history }) {
  if (history === undefined) return `Certificate ${number} is valid until ${validUntil}.`;
  const events = history.map(({ day, event }) => `${day} ${event.toLowerCase()}`);
  return `Certificate ${number}: ${events.join(', ')}.`;
}
