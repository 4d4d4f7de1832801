const LATE_MS = 1_500;
const answer = document.getElementById('answer');

document.addEventListener('click', ({ target }) => {
  if (target.dataset.answer !== undefined) answer.textContent = target.dataset.answer;
});

setTimeout(() => {
  document.getElementById('late').disabled = false;
}, LATE_MS);
