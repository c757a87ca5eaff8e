#pragma once

// The page that shows the data of moment_page.cpp, which takes the place of @DATA@. Text of the recording is set as
// text, never as markup, and the page may load nothing.

namespace lockstep::query {

inline constexpr char kPageTemplate[] = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Lockstep</title>
<style>
:root { color-scheme: light dark; --back: #fff; --panel: #f4f5f7; --text: #1b1f26; --dim: #5b6472; --edge: #d5d9e0;
  --now: #dbe7ff; --mark: #2f6fde; --note: #1c5fc4; --read: #1c5fc4; --write: #b4560a; --cell: #e9ecf1; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --panel: #1d2025; --text: #e6e9ee; --dim: #9aa3b0;
  --edge: #333840; --now: #22324f; --mark: #7aa8ff; --note: #8ab4ff; --read: #8ab4ff; --write: #f2a45c; --cell: #2a2e35; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
nav { display: flex; gap: 10px; align-items: center; } nav[hidden] { display: none; } button:disabled { color: var(--dim); }
#caption { font-size: 17px; margin: 8px 0; }
header { padding: 12px 16px; border-bottom: 1px solid var(--edge); }
h1 { font-size: 18px; margin: 0; } h2 { font-size: 14px; margin: 0 0 6px; }
.dim { color: var(--dim); } .mono, pre, td, .cell { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 12px; padding: 12px 16px 72px; }
@media (max-width: 800px) { main { grid-template-columns: minmax(0, 1fr); } }
section { background: var(--panel); border: 1px solid var(--edge); border-radius: 8px; padding: 10px 12px; margin-bottom: 12px; }
#source { overflow: auto; max-height: 62vh; font-size: 13px; }
.line { white-space: pre-wrap; padding: 1px 6px 1px 8ch; text-indent: -7ch; border-left: 3px solid transparent; }
.line.now { background: var(--now); border-left-color: var(--mark); }
.number { display: inline-block; width: 4ch; text-indent: 0; margin-right: 1.5ch; text-align: right; color: var(--dim); }
.note { color: var(--note); padding-left: 4ch; }
#grid { display: grid; gap: 2px; } .thread { height: 12px; border-radius: 2px; }
.thread.me { outline: 2px solid var(--text); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; margin-top: 8px; font-size: 13px; }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin-right: 5px; }
table { border-collapse: collapse; font-size: 13px; width: 100%; } td { padding: 1px 12px 1px 0; }
tr.changed td { color: var(--write); }
.cells { display: grid; gap: 2px; font-size: 12px; max-height: 30vh; overflow: auto; padding: 2px; }
.cell { background: var(--cell); border-radius: 3px; padding: 1px 3px; text-align: right; overflow: hidden; white-space: nowrap;
  text-overflow: ellipsis; }
.cell.changed { font-weight: 700; } .cell.read { outline: 2px solid var(--read); } .cell.write { outline: 2px solid var(--write); }
footer { position: fixed; bottom: 0; left: 0; right: 0; background: var(--panel); border-top: 1px solid var(--edge);
  padding: 10px 16px; display: flex; gap: 8px; align-items: center; }
button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 12px; }
button:focus-visible, input:focus-visible { outline: 2px solid var(--mark); } input { flex: 1; accent-color: var(--mark); }
</style>
</head>
<body>
<header><h1 id="says" aria-live="polite"></h1><div class="dim" id="launch"></div><p id="caption" hidden></p>
<nav id="tour" hidden><button id="before" title="Page Up">&lsaquo; previous stop</button><span id="which" class="dim"></span><button id="after" title="Page Down">next stop &rsaquo;</button></nav></header>
<main>
<div>
<section><h2 id="file"></h2><div id="source" class="mono"></div></section>
<section id="left" class="dim"></section>
</div>
<div>
<section><h2 id="block"></h2><div id="grid"></div><div class="legend" id="legend"></div></section>
<section><h2>Variables</h2><table id="variables"></table></section>
<div id="arrays"></div>
</div>
</main>
<footer>
<button id="back" title="Left arrow">back</button><button id="play" title="Space">play</button>
<button id="on" title="Right arrow">forward</button>
<input id="time" type="range" min="0" value="0" aria-label="stop"><span id="step" class="mono dim"></span>
</footer>
<script type="application/json" id="data">@DATA@</script>
<script>
"use strict";
const root = JSON.parse(document.getElementById("data").textContent);
const pages = root.tour || [root];
const $ = id => document.getElementById(id);
const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};
const colors = ["#4f7fd1", "#c9782e", "#3d9a6d", "#a866c2", "#b84a5f", "#7d8a2f", "#2f97a8", "#8d6e52"];
const phases = { "-1": ["not started", "#9aa0aa55"], "-2": ["waits at a barrier", "#d9a400"],
                 "-3": ["finished", "#6b7280"], "-4": ["faulted", "#e0245e"] };
let page = 0, data, threads, cells, lines, now = 0, shown_file = -1, timer = 0;
// The states after each stop, from the changes.
function readFrames() {
  threads = []; cells = [];
  let state = Array(data.threads).fill(-1);
  let values = data.arrays.map(array => Array(array.cells).fill(""));
  for (const frame of data.frames) {
    state = state.slice();
    for (const [thread, line] of frame.threads) state[thread] = line;
    threads.push(state);
    values = values.map(row => row.slice());
    for (const [array, cell, text] of frame.cells) values[array][cell] = text;
    cells.push(values);
  }
  lines = [...new Set(threads.flat().filter(line => line > 0))].sort((a, b) => a - b);
}
const look = line => line > 0 ? ["line " + line, colors[lines.indexOf(line) % colors.length]] : phases[line] || ["has no line yet", "#9aa0aa"];

// Another stretch of time: the whole page, or a stop of a tour.
function load(which) {
page = Math.max(0, Math.min(which, pages.length - 1));
data = pages[page];
readFrames();
shown_file = -1;
$("tour").hidden = pages.length < 2;
$("which").textContent = page + 1 + " of " + pages.length;
$("before").disabled = page === 0;
$("after").disabled = page === pages.length - 1;
document.title = data.title + " - Lockstep";
$("launch").textContent = data.title + " \u00b7 " + data.launch;
$("caption").textContent = data.caption;
$("caption").hidden = !data.caption;
$("block").textContent = "Block " + data.block + ", thread " + data.thread;
$("grid").style.gridTemplateColumns = "repeat(" + Math.min(data.width, 32) + ", 1fr)";
$("grid").replaceChildren();
$("arrays").replaceChildren();
$("left").replaceChildren();
for (let i = 0; i < data.threads; ++i) $("grid").append(make("div", "thread" + (i === data.me ? " me" : "")));
for (const array of data.arrays) {
  const section = make("section");
  const part = array.cells < array.count ? ", cells " + array.begin + " to " + (array.begin + array.cells - 1) + " of " + array.count : "";
  section.append(make("h2", "", array.name + "  " + array.type + "[" + array.count + "]" + part));
  array.box = make("div", "cells");
  array.box.style.gridTemplateColumns = "repeat(" + array.row + ", minmax(4ch, 1fr))";
  for (let i = 0; i < array.cells; ++i) {
    const cell = make("div", "cell");
    array.box.append(cell);
  }
  section.append(array.box);
  $("arrays").append(section);
}
for (const note of data.notes) $("left").append(make("div", "", note));
$("left").hidden = data.notes.length === 0;
$("time").max = data.frames.length - 1;
document.documentElement.dataset.page = page;
}

function showSource(frame) {
  if (frame.file !== shown_file && frame.file >= 0) {
    shown_file = frame.file;
    $("file").textContent = data.files[frame.file].name;
    $("source").replaceChildren(...data.files[frame.file].lines.map((text, i) => {
      const line = make("div", "line");
      line.append(make("span", "number", i + 1), make("span", "", text), make("span", "note"));
      return line;
    }));
  }
  const notes = new Map(frame.notes);
  [...$("source").children].forEach((line, i) => {
    line.classList.toggle("now", i + 1 === frame.line);
    line.lastChild.textContent = notes.has(i + 1) ? notes.get(i + 1) : "";
  });
  const at = $("source").children[frame.line - 1];
  if (at) $("source").scrollTop = at.offsetTop - $("source").offsetTop - $("source").clientHeight / 2;
}
// A long number keeps the digits for which a cell has room; the whole of it is in the title.
function brief(text) {
  if (text.length <= 6 || !/^-?\d+(\.\d*)?(e[-+]?\d+)?$/.test(text) || !/[.e]/.test(text)) return text;
  const number = Number(text), size = Math.abs(number);
  if (size !== 0 && (size < 0.01 || size >= 1e5)) return number.toExponential(1);
  return String(Number(number.toPrecision(size < 1 ? 3 : 4)));
}
function showArrays(frame) {
  data.arrays.forEach((array, a) => {
    [...array.box.children].forEach((cell, i) => {
      cell.textContent = brief(cells[now][a][i]);
      cell.title = array.name + "[" + (array.begin + i) + "] = " + cells[now][a][i];
      cell.className = "cell" + (now > 0 && cells[now][a][i] !== cells[now - 1][a][i] ? " changed" : "");
    });
  });
  for (const [array, cell, writes] of frame.touches) {
    const box = data.arrays[array].box, at = box.children[cell];
    at.classList.add(writes ? "write" : "read");
    box.scrollTop = at.offsetTop - box.offsetTop - box.clientHeight / 2;
  }
}
function show(stop) {
  now = Math.max(0, Math.min(stop, data.frames.length - 1));
  const frame = data.frames[now];
  $("says").textContent = frame.says;
  $("time").value = now;
  $("step").textContent = "step " + frame.step + " of " + data.end;
  showSource(frame);
  const counts = new Map();
  threads[now].forEach((line, i) => {
    $("grid").children[i].style.background = look(line)[1];
    counts.set(line, (counts.get(line) || 0) + 1);
  });
  $("legend").replaceChildren(...[...counts].map(([line, count]) => {
    const entry = make("span");
    const color = make("i");
    color.style.background = look(line)[1];
    entry.append(color, look(line)[0] + " (" + count + ")");
    return entry;
  }));
  $("variables").replaceChildren(...frame.variables.map(([name, value, type, changed]) => {
    const row = make("tr", changed ? "changed" : "");
    row.append(make("td", "", name), make("td", "", value), make("td", "dim", type));
    return row;
  }));
  showArrays(frame);
}
// The stop of the tour, at its moment.
function visit(which) {
  stop();
  load(which);
  show(data.start);
}
function stop() { clearInterval(timer); timer = 0; $("play").textContent = "play"; }
function play() {
  if (timer) return stop();
  if (now === data.frames.length - 1) show(0);
  $("play").textContent = "pause";
  timer = setInterval(() => now < data.frames.length - 1 ? show(now + 1) : stop(), 600);
}
$("before").onclick = () => visit(page - 1);
$("after").onclick = () => visit(page + 1);
$("back").onclick = () => { stop(); show(now - 1); };
$("on").onclick = () => { stop(); show(now + 1); };
$("play").onclick = play;
$("time").oninput = () => { stop(); show(Number($("time").value)); };
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), Home: () => show(0),
                 End: () => show(data.frames.length - 1), PageUp: () => visit(page - 1), PageDown: () => visit(page + 1) };
  if (event.key === " " && event.target.tagName !== "BUTTON") play();
  else if (keys[event.key]) { stop(); keys[event.key](); }
  else return;
  event.preventDefault();
});
// `#page=2` opens a tour there, `#stop=3` a page there; otherwise it is at its moment.
const asked = name => (new RegExp("[#&]" + name + "=(\\d+)").exec(location.hash) || [])[1];
load(Number(asked("page") || 0));
show(asked("stop") ? Number(asked("stop")) : data.start);
document.documentElement.dataset.stop = now;
</script>
</body>
</html>
)html";

}  // namespace lockstep::query
