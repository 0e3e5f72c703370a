import type { StorageKey, StoragePrefix } from '#contracts/common/browser-storage.ts'
import { toast } from '#web/lib/toast.ts'
import { isFull } from './is-full.ts'

const READING = 'Your place, bookmarks and notes last'
const NOTICE_MS = 15_000

/** Notices by key of a text that can't be stored. Choices and copies of the server's data are not missed. */
const LOSSES: Record<StorageKey | StoragePrefix, string | undefined> = {
  readingPositions: READING,
  readingPlaces: READING,
  listeningPositions: READING,
  bookmarks: READING,
  soundBookmarks: READING,
  highlights: READING,
  adminToken: 'Your sign-in lasts',
  'draft ': 'Unsaved changes last',
  'tus::': undefined,
  'code ': undefined,
  'react-router-scroll-positions': undefined,
  clientID: undefined,
  email: undefined,
  ownedItems: undefined,
  keptItems: undefined,
  recentItems: undefined,
  paying: undefined,
  currency: undefined,
  readingSettings: undefined,
  openRecording: undefined,
  listeningQueue: 'Your queue lasts',
  listeningSpeed: undefined,
  showSpeeds: undefined,
  lightSound: undefined,
  downloadFormats: undefined,
  playNext: undefined,
  foundPlaces: undefined,
}

const reported = new Set<string>()

/** Tells the visitor, once per page and kind of loss, that a text lasts only until the page is closed, and how to have it stored. */
export function reportUnstored(key: string, error: unknown): void {
  const name = Object.keys(LOSSES).find((each) => (each.endsWith(' ') || each.endsWith('::') ? key.startsWith(each) : key === each))
  const loss = LOSSES[name as keyof typeof LOSSES]
  if (!loss || reported.has(loss)) return
  reported.add(loss)
  const [reason, remedy] = isFull(error)
    ? ['This browser’s storage is full.', 'Delete highlights or notes that you no longer need, or free up space on this device.']
    : ['This browser stores nothing for this site.', 'Leave the private window, or allow site data in the browser’s settings.']
  toast.error(`${reason} ${loss} only until you close this page. ${remedy}`, { id: 'unstored', duration: NOTICE_MS })
}
