const list = document.getElementById('activity');
const end = document.getElementById('activity-end');
let next = 0;
let isLoading = false;

const observer = new IntersectionObserver(([entry]) => {
  if (entry.isIntersecting) void load();
});
observer.observe(end);

async function load() {
  if (isLoading) return;
  isLoading = true;
  const response = await fetch(`/api/activity?from=${next}`);
  const portion = await response.json();
  list.append(...portion.entries.map(toEntry));
  next = portion.next;
  isLoading = false;
  if (next === null) {
    end.remove();
    return;
  }
  // Observing again reports at once whether the end is still in view.
  observer.unobserve(end);
  observer.observe(end);
}

function toEntry(text) {
  const entry = document.createElement('li');
  entry.textContent = text;
  return entry;
}
