// Python in a thread of its own. It checks one answer; the next one gets a new thread, as it would get a new process.

import { loadPyodide } from "../live/pyodide/pyodide.mjs";

const here = (path) => new URL(`../live/${path}`, import.meta.url).href;

const prepared = (async () => {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: here("pyodide/") }),
    fetch(here("course.zip")).then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/course" });
  python.runPython("import sys; sys.path.insert(0, '/course')");
  return [python, python.pyimport("course.grading.in_page")];
})();
prepared.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ unprepared: String(error) }),
);

addEventListener("message", async ({ data: { module, source, reason, language } }) => {
  try {
    const [python, page] = await prepared;
    if (!reason) await python.loadPackagesFromImports(source);
    postMessage({ began: true });
    const report = reason ? page.ended(module, reason, language) : page.judged(module, source, language);
    postMessage({ report: report.toJs({ dict_converter: Object.fromEntries }) });
  } catch (error) {
    // an answer that ends the process ends Python here
    postMessage({ stopped: error?.name === "Exit" ? "ended" : "crashed" });
  }
});
