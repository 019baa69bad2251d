/** Have the service worker of this address store what the game or this lesson needs, so that it works without a network. */
export async function storeForOffline(address: string, lesson = false) {
  try {
    await navigator.serviceWorker.register(address);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ store: [location.href], lesson });
  } catch {
    // Plain http and some private windows allow no service worker.
  }
}
