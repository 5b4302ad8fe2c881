// Keeps the files of the page, so that it works offline after it was loaded once.
//
// All files of one version are kept together: a page never has some of an older one.

const VERSION = 'stonegate-VERSION';
const FILES = [/* FILES */];

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES);
    await self.skipWaiting();
  })());
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
