import { MAX_BOOKMARKS } from '#contracts/admin/retention.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { toast, toastDeleted } from '#web/lib/toast.ts'

/** Marked second of a recording, by the id of its episode, or of the book of an audiobook. */
export type SoundBookmark = { recording: string; seconds: number; note?: string }

export const MAX_NOTE = 300

const stored = createStoredValue('soundBookmarks')

/** Parses the stored list of bookmarks in recordings, newest first. */
export function parseSoundBookmarks(text: string | null): SoundBookmark[] {
  return parseList<SoundBookmark>(
    text,
    ({ recording, seconds, note }) =>
      typeof recording === 'string' &&
      Number.isInteger(seconds) &&
      Number(seconds) >= 0 &&
      (note === undefined || typeof note === 'string'),
  )
}

const isSame = (one: SoundBookmark, other: SoundBookmark) => one.recording === other.recording && one.seconds === other.seconds
const read = () => parseSoundBookmarks(stored.read())
const write = (list: SoundBookmark[]) => stored.write(JSON.stringify(list))

/** Adds a bookmark, or replaces the one of the same second, and drops the oldest ones. Without a note, the second keeps the note it has. */
export function putSoundBookmark(list: SoundBookmark[], { recording, seconds, note }: SoundBookmark): SoundBookmark[] {
  const bookmark = { recording, seconds: Math.floor(seconds) }
  const known = list.find((each) => isSame(each, bookmark))
  const text = (note ?? known?.note ?? '').trim().slice(0, MAX_NOTE)
  return [{ ...bookmark, ...(text && { note: text }) }, ...list.filter((each) => each !== known)].slice(0, MAX_BOOKMARKS)
}

function put(bookmark: SoundBookmark): void {
  const before = read()
  const after = putSoundBookmark(before, bookmark)
  write(after)
  if (before.length === MAX_BOOKMARKS && !before.some((each) => isSame(each, after[0] as SoundBookmark)))
    toast(`Your oldest bookmark was removed: this browser keeps ${MAX_BOOKMARKS}.`, { id: 'limit' })
}

/** Bookmarks the second that plays, and says so. */
export function addSoundBookmark(bookmark: SoundBookmark): void {
  put(bookmark)
  toast.success(`Bookmarked ${formatDuration(Math.floor(bookmark.seconds))}`, { id: 'bookmarked' })
}

/** Returns the bookmarks of a recording in the order of their seconds, with functions to change them. */
export function useSoundBookmarks(recording: string) {
  const list = parseSoundBookmarks(stored.useValue())
    .filter((each) => each.recording === recording)
    .sort((one, other) => one.seconds - other.seconds)
  return {
    list,
    setNote: (bookmark: SoundBookmark, note: string) => put({ ...bookmark, note }),
    remove(bookmark: SoundBookmark) {
      write(read().filter((each) => !isSame(each, bookmark)))
      toastDeleted('Bookmark removed', () => put(bookmark))
    },
  }
}
