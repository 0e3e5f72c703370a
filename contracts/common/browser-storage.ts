/* Names of all data that the site stores in browsers. This file contains only types, so that page scripts don't grow. The privacy page
   describes each name, and code that stores data under another name does not compile. */

/** HttpOnly cookies set by the API. */
export type CookieName = 'clientID' | '__Host-clientID' | 'signInDevice' | 'sitePreview'

/** Keys of reading and listening places, which only `web/lib/places` writes. */
export type PlaceKey = 'readingPositions' | 'readingPlaces' | 'listeningPositions'

/** Keys in local storage. Their values are stored until the visitor clears them. */
export type StorageKey =
  | PlaceKey
  | 'currency'
  | 'clientID'
  | 'adminToken'
  | 'email'
  | 'ownedItems'
  | 'keptItems'
  | 'recentItems'
  | 'paying'
  | 'bookmarks'
  | 'soundBookmarks'
  | 'readingSettings'
  | 'highlights'
  | 'foundPlaces'
  | 'openRecording'
  | 'listeningQueue'
  | 'listeningSpeed'
  | 'showSpeeds'
  | 'lightSound'
  | 'downloadFormats'
  | 'playNext'

/** Prefixes of storage keys that are generated, or set by npm packages. */
export type StoragePrefix = 'code ' | 'draft ' | 'tus::' | 'react-router-scroll-positions'

/** Names of the service worker's caches. */
export type CacheName = 'app' | 'pages'

/** Prefix of cache names. There is one cache for each downloaded book or episode. */
export type CachePrefix = 'shelf '
