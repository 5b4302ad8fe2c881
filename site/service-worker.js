// Keeps the files of the page, so that it works offline after it was loaded once.
//
// All files of one version are kept together. A new version is used when no page has the old one
// open any more, so that no page has files of both.

const VERSION = 'stonegate-VERSION';
/** The program for shared memory is for pages that share memory. */
const SHARED = 'stonegate-shared.wasm';
const FILES = [/* FILES */].filter((name) => name !== SHARED || self.location.search === '?sharing');

self.addEventListener('install', (event) => {
  event.waitUntil((async () => (await caches.open(VERSION)).addAll(FILES))());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('stonegate-') && name !== VERSION) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  })());
});
