/*
 * The names of all that browsers store for the site. Types only, so that they add nothing to the pages' scripts. The privacy page
 * describes each name, and code that stores something under another name does not compile.
 */

/** Set by the API as HttpOnly cookies. */
export type CookieName = 'clientID' | '__Host-clientID' | 'signInDevice'

/** In local storage, until it is cleared. */
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

/** Prefixes of names that are made when needed, or by packages. */
export type StoragePrefix = 'code ' | 'draft ' | 'tus::' | 'react-router-scroll-positions'

/** The service worker's caches. */
export type CacheName = 'app' | 'pages'

/** Prefixes of caches, of which each kept title has one. */
export type CachePrefix = 'shelf '
