// The stepper of a notebook: shows the page of `lockstep export`, and reports the stop it is at.
const reporter = "<script>let reported = -1; setInterval(() => { if (now !== reported) parent.postMessage({ lockstep: reported = now }, '*'); }, 100);</script>";

export function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.title = "Lockstep";
  frame.style.cssText = "width: 100%; border: 1px solid #8884; border-radius: 6px";
  const show = () => {
    frame.height = model.get("height");
    frame.srcdoc = model.get("page") + reporter;
  };
  const report = event => {
    if (event.source !== frame.contentWindow || !event.data || !Number.isInteger(event.data.lockstep)) return;
    model.set("stop", event.data.lockstep);
    model.save_changes();
  };
  show();
  el.append(frame);
  model.on("change:page", show);
  addEventListener("message", report);
  return () => { removeEventListener("message", report); model.off("change:page", show); };
}

export default { render };
