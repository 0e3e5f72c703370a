/*
 * What browsers are asked to keep, by name. Types alone, so that pages carry none of it: the page about privacy has words for
 * each name, and code that keeps something under another one does not compile.
 */

/** Set by the API, out of reach of scripts. */
export type CookieName = 'clientID' | 'signInDevice'

/** In the browser's local storage, until somebody clears it. */
export type StorageKey =
  | 'currency'
  | 'clientID'
  | 'adminToken'
  | 'email'
  | 'ownedItems'
  | 'paying'
  | 'readingPositions'
  | 'listeningPositions'
  | 'listeningSpeed'
  | 'playNext'

/** What names in storage begin with that are made as they are needed, or by packages. */
export type StoragePrefix = 'code ' | 'draft ' | 'tus::' | 'react-router-scroll-positions'
