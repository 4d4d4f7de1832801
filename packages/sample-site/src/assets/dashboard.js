const newest = document.getElementById('newest');
localStorage.setItem('harbor.lastPage', 'dashboard');
sessionStorage.setItem('harbor.visits', '1');

const response = await fetch('/api/orders?rows=5&direction=descending');
const { orders } = await response.json();
newest.replaceChildren(...orders.map(toEntry));

const filter = document.getElementById('port-filter');
filter.addEventListener('input', () => {
  for (const port of document.querySelectorAll('#portList a')) {
    port.hidden = !port.textContent.toLowerCase().includes(filter.value.toLowerCase());
  }
});

function toEntry({ number, customer, status }) {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/orders/${number}`;
  link.textContent = number;
  entry.append(link, ` ${customer}, ${status.toLowerCase()}`);
  return entry;
}
