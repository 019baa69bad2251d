// Stands for MathJax on a page without formulas: takes what Voilà asks of it, and does nothing.
window.MathJax = { Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } } };
