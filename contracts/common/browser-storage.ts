/* Names of all data that the site stores in browsers. This file contains only types, so that page scripts don't grow. The privacy page
   describes each name, and code that stores data under another name does not compile. */

/** HttpOnly cookies set by the API. */
export type CookieName = 'clientID' | '__Host-clientID' | 'signInDevice' | 'sitePreview'

/** Keys in local storage. Their values are stored until the visitor clears them. */
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

/** Prefixes of storage keys that are generated, or set by npm packages. */
export type StoragePrefix = 'code ' | 'draft ' | 'tus::' | 'react-router-scroll-positions'

/** Names of the service worker's caches. */
export type CacheName = 'app' | 'pages'

/** Prefix of cache names. There is one cache for each downloaded book or episode. */
export type CachePrefix = 'shelf '
