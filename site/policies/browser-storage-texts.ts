import type { CookieName, StorageKey, StoragePrefix } from '#contracts/browser-storage.ts'
import { COOKIE_DAYS, KNOWN_NETWORK_DAYS, REMEMBERED_PLACES } from '#contracts/retention.ts'

/** What is stored in the browser, by name. The types demand a text for every name. */
type Kept<Name extends string> = Record<Name, string>
type ForAdministrators = 'adminToken' | 'signInDevice' | 'draft ' | 'tus::'
type ForVisitors = Exclude<CookieName | StorageKey | StoragePrefix, ForAdministrators>

const visitors: Kept<ForVisitors> = {
  clientID: `A long random number by which this browser is known again, so that what you bought opens in it. It says nothing about you. You are given it on the first page with titles; it is kept in storage, and for ${COOKIE_DAYS} days in a cookie, since browsers sometimes lose the one or the other.`,
  currency: 'The currency that you chose, USD or ZWG.',
  email: 'The e-mail address that you gave at checkout, or to find your purchases: it stands in the form the next time.',
  ownedItems:
    'The numbers of the titles that you own, so that their cards can say so. It stands there empty once you chose something that has a price.',
  paying: 'The number of the order that you left to pay, until you are back.',
  'code ':
    'That a code was asked for, with which e-mail address and when, so that you can enter it after the page was loaded anew. Until the code was entered, or the tab is closed.',
  readingPositions: `The page at which you left each of the last ${REMEMBERED_PLACES} books.`,
  listeningPositions: `The second at which you left each of the last ${REMEMBERED_PLACES} episodes.`,
  listeningSpeed: 'How fast you like to listen.',
  playNext: 'That the next episode shall begin by itself, if you chose so.',
  'react-router-scroll-positions': 'How far you had scrolled down each page, so that Back finds the place. Until the tab is closed.',
}

const administrators: Kept<ForAdministrators> = {
  adminToken: 'What shows that you are signed in. Until you sign out, or are signed out.',
  signInDevice: `A cookie by which the browser is known again after you signed in with it, for ${COOKIE_DAYS} days; the network, for ${KNOWN_NETWORK_DAYS}. It opens nothing: strangers who guess passwords don’t shut you out while you have it.`,
  'draft ': 'What you typed into a form and did not save. Until the tab is closed, or you sign out.',
  'tus::': 'Which part of a large file has been sent, so that sending it goes on where it stopped. Until the form is saved.',
}

export const keptByVisitors = toFacts(visitors)
export const keptByAdministrators = toFacts(administrators)

function toFacts(kept: Kept<string>) {
  // A prefix of several names ends with an ellipsis.
  return Object.entries(kept).map(([name, text]) => ({ name: /\W$/.test(name) ? `${name}…` : name, text, code: true }))
}
