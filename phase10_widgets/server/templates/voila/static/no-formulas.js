// Replaces MathJax on a page without formulas: accepts Voilà's calls and does nothing.
window.MathJax = { Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } } };
