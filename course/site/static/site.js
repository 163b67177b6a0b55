// What the pages do beyond showing themselves: remember choices, copy, point at curves, judge answers, search.

export const kept = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch {
    // a browser may keep nothing
  }
  return null;
};

export const made = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
};

// an element with prose, whose code stands in backticks
export const prose = (tag, text) => {
  const element = made(tag);
  text.split(/`([^`]*)`/).forEach((piece, place) => element.append(place % 2 ? made("code", "", piece) : piece));
  return element;
};

// the language and the framework that were chosen last
for (const name of ["language", "framework"]) {
  for (const link of document.querySelectorAll(`a[data-${name}]`)) {
    link.addEventListener("click", () => kept(name, link.dataset[name]));
  }
}
if ("choose" in document.body.dataset) {
  const known = [...document.querySelectorAll("a[data-language]")];
  const wanted = [kept("language"), ...navigator.languages].filter(Boolean).map((each) => each.toLowerCase());
  const found = wanted
    // traditional Chinese is another language to read
    .filter((each) => !/^zh-(hant|tw|hk|mo)/.test(each))
    .map((each) => known.find((link) => link.dataset.language === each.split("-")[0]))
    .find(Boolean);
  if (found) location.replace(found.href);
}

// light or dark
const theme = document.querySelector(".theme");
if (kept("theme")) document.documentElement.dataset.theme = kept("theme");
if (theme) {
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    kept("theme", document.documentElement.dataset.theme);
  });
}

// a narrow window shows the text first
const beside = document.querySelector(".beside");
if (beside && matchMedia("(max-width: 61.99rem)").matches) beside.open = false;

// a link into a folded part opens it
const unfold = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();

for (const pre of document.querySelectorAll(".code pre, pre.command")) {
  const button = made("button", "copy", document.body.dataset.copy);
  button.type = "button";
  const text = pre.querySelector("code").textContent.trim();
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = document.body.dataset.copied;
    setTimeout(() => (button.textContent = document.body.dataset.copy), 1500);
  });
  // above the lines of a program and beside a command, so that it covers none of them
  const bar = pre.parentElement.querySelector(":scope > figcaption") ?? made("div");
  bar.classList.add("bar");
  pre.before(bar);
  if (pre.matches(".command")) bar.append(pre);
  bar.append(button);
}

// the values of curves where one points
for (const figure of document.querySelectorAll(".curves")) {
  const curves = JSON.parse(figure.dataset.points);
  const steps = Math.max(...curves.map((curve) => curve.steps));
  const chart = figure.querySelector("svg");
  const read = figure.querySelector(".read");
  chart.addEventListener("pointermove", (event) => {
    const box = chart.getBoundingClientRect();
    // the axis begins and ends at these places of the picture's 360
    const share = ((event.clientX - box.left) / box.width) * 360;
    const step = Math.round(Math.min(1, Math.max(0, (share - 52) / 300)) * (steps - 1));
    const values = curves
      .filter((curve) => step < curve.steps)
      .map((curve) => `${curve.name}: ${curve.values[Math.floor((step * curve.values.length) / curve.steps)]}`);
    read.textContent = [`${figure.dataset.axis} ${step + 1}`, ...values].join(" · ");
  });
}

for (const question of document.querySelectorAll(".question")) {
  const button = made("button", "", question.dataset.show);
  const verdict = made("span", "verdict");
  const boxes = [...question.querySelectorAll("input")];
  button.type = "button";
  verdict.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => {
    const wrong = boxes.some((box) => box.checked && !("right" in box.dataset));
    const chosen = boxes.some((box) => box.checked);
    const all = boxes.every((box) => box.checked === "right" in box.dataset);
    const { right, partly } = question.dataset;
    verdict.textContent = all ? `✓ ${right}` : chosen && !wrong ? `… ${partly}` : `✗ ${question.dataset.wrong}`;
    question.querySelector("details").open = true;
  });
  question.querySelector(".options").after(button, verdict);
}

const form = document.querySelector("form.search");
if (form) {
  const results = document.querySelector(".results");
  const field = form.querySelector("input");
  const index = import(new URL(form.dataset.index, location.href));
  let last = 0;
  const search = async () => {
    const now = (last += 1);
    const pagefind = await index;
    const found = field.value.trim() ? await pagefind.search(field.value) : { results: [] };
    const pages = await Promise.all(found.results.slice(0, 20).map((each) => each.data()));
    if (now !== last) return;
    results.replaceChildren(
      ...pages.map((page) => {
        const item = made("li");
        const link = made("a", "", page.meta.title);
        link.href = page.url;
        const part = made("span", "aside", page.meta.part ? ` · ${page.meta.part}` : "");
        const excerpt = made("p", "aside");
        // Pagefind escapes the text of a page, and marks what was found
        excerpt.innerHTML = page.excerpt;
        item.append(link, part, excerpt);
        return item;
      }),
    );
    if (!pages.length && field.value.trim()) results.append(made("li", "", form.dataset.nothing));
    const address = new URL(location.href);
    address.searchParams.set("q", field.value);
    history.replaceState(null, "", address);
  };
  field.addEventListener("input", search);
  form.addEventListener("submit", (event) => event.preventDefault());
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  if (field.value) search();
}
