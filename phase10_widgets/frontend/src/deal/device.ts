// This device's record of started and finished deals, without any cards, in the IndexedDB database "phase10".

/** The stores; add a new one at the end, which raises the version. */
const STORES = ["days", "challenges"] as const;
export type StoreName = (typeof STORES)[number];
const DATABASE = "phase10";

let opened: Promise<IDBDatabase | null> | undefined;

/** Open the database; null if the browser has none, as in some private windows. */
function database(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, STORES.length);
      request.onupgradeneeded = () => {
        for (const name of STORES) if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
      };
      request.onsuccess = () => {
        const found = request.result;
        // Another page waits for this one to close the database, in order to upgrade it.
        found.onversionchange = () => {
          found.close();
          opened = undefined;
        };
        resolve(found);
      };
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/** Run requests in one transaction; return the result of the last one, or undefined if anything fails. */
async function ask<T>(store: StoreName, mode: IDBTransactionMode, requests: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const found = await database();
  if (!found) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = found.transaction(store, mode);
      const request = requests(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

/** Return the value stored under a key; undefined if there is none. */
export const get = <T>(store: StoreName, key: string) => ask<T>(store, "readonly", (each) => each.get(key) as IDBRequest<T>);

/** Return the keys of a store, in order. */
export const keys = async (store: StoreName) => (await ask(store, "readonly", (each) => each.getAllKeys())) as string[] | undefined;

/** Forget everything. */
export const forget = () => Promise.all(STORES.map((store) => ask(store, "readwrite", (each) => each.clear())));

/** Store a value under a key. */
export const put = (store: StoreName, key: string, value: unknown) => ask(store, "readwrite", (each) => each.put(value, key));
