// Sets theme and language on <html> before the first paint, so that neither flickers.
// Runs in <head> as a classic script; the page reads and writes the same two keys. In a frame of another page
// (?embed) nothing is stored: the theme is a parameter.
(() => {
  const asked = new URLSearchParams(location.search);
  const stored = (key, allowed) => {
    try {
      const value = asked.has("embed") ? asked.get(key.split(".")[1]) : localStorage.getItem(key);
      return allowed.includes(value) ? value : null;
    } catch {
      return null; // Storage may be forbidden; then every visit is the first.
    }
  };

  const root = document.documentElement;
  const theme = stored("attnscope.theme", ["light", "dark"]);
  if (theme) root.dataset.theme = theme;

  const spoken = (navigator.languages ?? [navigator.language])
    .map((tag) => tag.toLowerCase().split("-")[0])
    .find((tag) => tag === "ko" || tag === "en");
  root.lang = stored("attnscope.language", ["en", "ko"]) ?? spoken ?? "en";

  // Whatever else goes wrong is boot.mjs's to say; that it is missing can only be said here.
  const missing = ({ target }) => {
    if (target.id === "boot") document.getElementById("boot-missing").hidden = false;
  };
  addEventListener("error", missing, true); // Captured: a script's error does not bubble.
})();
