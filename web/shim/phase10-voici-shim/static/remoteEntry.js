// A hand-written "federated extension": its init() sees webpack's shared scope before any module is asked for.
// pyodide-kernel-extension >= 0.7 bundles its own @jupyterlite/apputils, and that asks the page for two
// packages which Voici's page does not share.  Only base classes are taken from them, so empty ones do.
(window._JUPYTERLAB = window._JUPYTERLAB || {})['phase10-voici-shim'] = {
  init(scope) {
    const stubs = {
      '@jupyterlab/pluginmanager': { PluginListModel: class {}, Plugins: class {}, IPluginManager: {} },
      '@jupyterlab/statedb': { DataConnector: class {}, StateDB: class {}, IStateDB: {} },
    };
    for (const [name, stub] of Object.entries(stubs)) {
      if (!scope[name]) {          // JupyterLite's own apps have the real ones: then do nothing
        scope[name] = { '4.99.0': { get: () => Promise.resolve(() => stub), from: 'phase10-voici-shim', eager: false } };
      }
    }
  },
  get: () => Promise.resolve(() => ({ __esModule: true, default: [] })),
};
