"use strict";
(() => {
  const steps = [...document.querySelectorAll("li")];
  const [back, play, forth] = document.querySelectorAll("nav button");
  const bar = document.querySelector("nav input");
  const key = "snapslide " + document.body.dataset.walk;
  const kept = () => { try { return Number(localStorage.getItem(key)) || 0; } catch { return 0; } };
  const keep = at => { try { localStorage.setItem(key, at); } catch { /* private windows keep nothing */ } };
  let at = 0, timer = 0;
  const show = to => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((step, i) => step.classList.toggle("current", i === at));
    bar.value = at;
    back.disabled = at === 0;
    forth.disabled = at === steps.length - 1;
    if (forth.disabled) pause();
    keep(at);
  };
  const pause = () => { clearInterval(timer); timer = 0; play.textContent = "▶"; play.setAttribute("aria-label", "Play"); };
  const start = () => {
    if (at === steps.length - 1) show(0);
    timer = setInterval(() => show(at + 1), 1200);
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Pause");
  };
  const turn = by => { pause(); show(at + by); };
  const toggle = () => timer ? pause() : start();
  back.onclick = () => turn(-1);
  forth.onclick = () => turn(1);
  play.onclick = toggle;
  bar.oninput = () => turn(bar.value - at);
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = { ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), Home: () => turn(-at), End: () => turn(steps.length) }[event.key];
    if (act) { event.preventDefault(); act(); }
    else if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); toggle(); }
  });
  let from = null;
  const list = document.querySelector("ol");
  list.addEventListener("pointerdown", event => { from = event.clientX; });
  list.addEventListener("pointerup", event => {
    if (from === null) return;
    const way = event.clientX - from;
    from = null;
    if (Math.abs(way) > 40) turn(way < 0 ? 1 : -1);
    else if (event.target.closest(".board")) turn(1);
  });
  list.setAttribute("aria-live", "polite");
  document.documentElement.classList.add("js");
  show(kept());
})();
