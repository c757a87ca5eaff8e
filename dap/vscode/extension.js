// Starts `lockstep dap`, and asks it for what the protocol has no request for.
const vscode = require("vscode");

class Factory {
  createDebugAdapterDescriptor() {
    const path = vscode.workspace.getConfiguration("lockstep").get("path", "lockstep");
    return new vscode.DebugAdapterExecutable(path, ["dap"]);
  }
}

// F5 in a folder without launch.json debugs the open file.
class Configurations {
  resolveDebugConfiguration(folder, configuration) {
    const editor = vscode.window.activeTextEditor;
    if (configuration.type || !editor) return configuration;
    return {
      type: "lockstep",
      request: "launch",
      name: "Step through this kernel",
      program: editor.document.fileName,
      cwd: folder ? folder.uri.fsPath : undefined,
    };
  }
}

async function ask(prompt, placeHolder, toExpression) {
  const session = vscode.debug.activeDebugSession;
  if (!session || session.type !== "lockstep") {
    vscode.window.showInformationMessage("No recording is being debugged by Lockstep.");
    return;
  }
  const text = await vscode.window.showInputBox({ prompt, placeHolder });
  if (!text) return;
  try {
    const answer = await session.customRequest("evaluate", { expression: toExpression(text), context: "repl" });
    vscode.debug.activeDebugConsole.appendLine(answer.result);
  } catch (error) {
    vscode.debug.activeDebugConsole.appendLine(error.message);
  }
}

function activate(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("lockstep", new Factory()),
    vscode.debug.registerDebugConfigurationProvider("lockstep", new Configurations()),
    vscode.commands.registerCommand("lockstep.focus", () =>
      ask("Block and thread", "3,0,0/5,0,0", (text) => `focus ${text}`)),
    vscode.commands.registerCommand("lockstep.query", () =>
      ask("A question about the recording", "why d_out[7]", (text) => text)));
}

module.exports = { activate, deactivate() {} };
