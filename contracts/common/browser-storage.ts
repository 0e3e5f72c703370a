/*
 * Names of everything that the site stores in browsers. Types only, so that they add nothing to the pages' scripts. The privacy page
 * describes each name, and code that stores data under another name does not compile.
 */

/** HttpOnly cookies set by the API. */
export type CookieName = 'clientID' | '__Host-clientID' | 'signInDevice' | 'sitePreview'

/** Keys in local storage, stored until the visitor clears them. */
export type StorageKey =
  | 'currency'
  | 'clientID'
  | 'adminToken'
  | 'email'
  | 'ownedItems'
  | 'keptItems'
  | 'paying'
  | 'readingPositions'
  | 'bookmarks'
  | 'readingSettings'
  | 'readingPlaces'
  | 'highlights'
  | 'listeningPositions'
  | 'listeningSpeed'
  | 'lightSound'
  | 'playNext'

/** Prefixes of keys that are generated, or set by packages. */
export type StoragePrefix = 'code ' | 'draft ' | 'tus::' | 'react-router-scroll-positions'

/** Caches of the service worker. */
export type CacheName = 'app' | 'pages'

/** Prefix of caches, one per downloaded title. */
export type CachePrefix = 'shelf '
