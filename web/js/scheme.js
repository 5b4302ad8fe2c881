// Runs before the first paint, so that a chosen scheme does not flash the other one.
try {
  const chosen = localStorage.getItem('stonegate.scheme')?.replaceAll('"', '');
  if (chosen) document.documentElement.dataset.scheme = chosen;
} catch {
  // Nothing is kept in this browser.
}
