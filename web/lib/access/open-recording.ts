import { isPreviewed } from '#contracts/catalogue/item-visibility.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { fetchItem } from './fetch-item.ts'
import type { OpenableItem } from './item-access.ts'
import { renewItemFile } from './item-file.ts'

/** Recording in the player */
export type Recording = Exclude<OpenableItem, { kind: 'book' }>

const stored = createStoredValue('openRecording')

/** Stores the recording that plays, with which the player returns on the next page load. A preview of an unpublished item does not return. */
export function storeOpenRecording({ kind, item }: Recording): void {
  if (!isPreviewed(item)) stored.write(JSON.stringify([{ kind, item }]))
}

/** Parses the stored recording. */
export function parseOpenRecording(text: string | null): Recording | undefined {
  const [recording] = parseList<Recording>(
    text,
    ({ kind, item }) =>
      (kind === 'podcast' || kind === 'audiobook') &&
      [item?.id, item?.slug, item?.title, item?.host, item?.duration, item?.audioUrl, item?.description].every(
        (value) => typeof value === 'string',
      ) &&
      Array.isArray(item?.categories) &&
      Array.isArray(item?.cover?.sources),
  )
  return recording
}

/** Returns the recording that was in the player. Its file is requested when the listener plays it, with the current data of the item. */
export function findOpenRecording() {
  const recording = parseOpenRecording(stored.read())
  if (!recording) return undefined
  const { kind, item } = recording
  async function renew() {
    // Offline, the stored data finds the downloaded file.
    const fresh = await fetchItem({ kind, id: item.id }).catch(() => recording)
    return renewItemFile((fresh ?? recording) as Recording)
  }
  return { kind, item, url: item.audioUrl, isRestored: true as const, renew }
}
