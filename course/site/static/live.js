// An exercise that is written and checked in its page.

import { kept, made, prose } from "./site.js";

const section = document.querySelector(".live");
const { module, language, seconds, name, loading, running, failed, right, wrong, file } = section.dataset;
const field = section.querySelector("textarea");
const state = section.querySelector(".state");
const results = section.querySelector(".report");
const check = section.querySelector(".check");
const marks = { passed: ["✓", right], failed: ["✗", wrong], waiting: ["·", ""] };
let waiting = null;

const start = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

// the worker that the next check will have: started when it is first wanted, and after each check for the one after it
const next = () => (waiting ??= start());

// the report on an answer; or, with a reason, on one that was ended for it
const ask = (source, reason) =>
  new Promise((resolve) => {
    const worker = next();
    let limit = 0;
    const end = (value) => {
      clearTimeout(limit);
      worker.terminate();
      waiting = null;
      resolve(value());
    };
    const endFor = (cause) => end(() => (reason ? null : ask(source, cause)));
    worker.addEventListener("message", ({ data }) => {
      if (data.report) end(() => data.report);
      if (data.unprepared) end(() => null);
      if (data.stopped) endFor(data.stopped);
      if (data.began) {
        state.textContent = running;
        limit = setTimeout(() => endFor("time-limit"), 1000 * seconds);
      }
    });
    worker.addEventListener("error", () => endFor("crashed"));
    worker.postMessage({ module, source, reason, language });
  });

const shown = ({ state, title, earned, says, lines }) => {
  const item = made("li", state);
  const [mark, meaning] = marks[state];
  const sign = made("span", "sign", mark);
  if (meaning) {
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", meaning);
  }
  item.append(sign, " ", prose("b", title), ` ${earned}`);
  if (says) item.append(prose("p", says));
  if (lines.length) {
    const listed = lines.map(([line, where, text]) => `${file}:${line}  ${where}\n    ${text}`);
    item.append(made("pre", "", listed.join("\n")));
  }
  return item;
};

check.addEventListener("click", async () => {
  check.disabled = true;
  results.replaceChildren();
  state.textContent = loading;
  const report = await ask(field.value);
  check.disabled = false;
  state.textContent = report ? "" : failed;
  if (!report) return;
  const list = made("ul", "checks");
  list.append(...report.checks.map(shown));
  if (report.output) results.append(made("pre", "output", report.output));
  results.append(list, prose("p", report.says));
  const hints = document.querySelectorAll(".hints details");
  if (report.hint) hints[report.hint - 1].open = true;
  if (report.passed) results.append(prose("p", section.dataset.solved));
  next();
});

field.value = kept(`answer ${name}`) ?? field.value;
field.addEventListener("focus", next, { once: true });
field.addEventListener("input", () => kept(`answer ${name}`, field.value));
section.querySelector(".again").addEventListener("click", () => {
  field.value = field.defaultValue;
  kept(`answer ${name}`, field.value);
  results.replaceChildren();
});
section.hidden = false;
document.querySelector(".starter").hidden = true;
