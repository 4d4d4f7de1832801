const search = document.getElementById('search-header');
const quote = document.getElementById('quote');

search?.addEventListener('input', () => void showSuggestions(search.value));
if (quote !== null) void showPrice(quote.dataset);

async function showSuggestions(text) {
  const response = await fetch(`/api/quotes?search=${encodeURIComponent(text)}`);
  const { quotes } = await response.json();
  if (text !== search.value) return;
  document.getElementById('suggestions').replaceChildren(...quotes.map(toLink));
}

function toLink({ symbol, name }) {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/quotes/${symbol}`;
  link.textContent = `${name} (${symbol})`;
  entry.append(link);
  return entry;
}

async function showPrice({ symbol, delay }) {
  const response = await fetch(`/api/quotes/${symbol}?delay=${delay}`);
  const { price, currency, change } = await response.json();
  quote.querySelector('[data-testid=price]').textContent = `${price} ${currency}`;
  quote.querySelector('[data-testid=change]').textContent = change;
  quote.querySelector('.figure').hidden = false;
  quote.querySelector('.spinner').remove();
  document.getElementById('loaded').hidden = false;
}
