// Starts the language server of the program for every rule sheet.

const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

exports.activate = async (context) => {
  const command = workspace.getConfiguration('stonegate').get('path', 'stonegate');
  client = new LanguageClient(
    'stonegate',
    'Stonegate',
    { command, args: ['lsp'] },
    { documentSelector: [{ language: 'gdl' }] },
  );
  // The server has these commands for a sheet that is named; here it is the one that is seen.
  const onSheet = (name) => async () => {
    const document = window.activeTextEditor?.document;
    if (document?.languageId !== 'gdl') return;
    await commands.executeCommand(name, client.code2ProtocolConverter.asUri(document.uri));
  };
  context.subscriptions.push(
    commands.registerCommand('stonegate.playSheet', onSheet('stonegate.play')),
    commands.registerCommand('stonegate.showCircuit', onSheet('stonegate.circuit')),
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`${command} does not start: set "stonegate.path" to the program. ${error.message}`);
  }
};

exports.deactivate = () => client?.stop();
