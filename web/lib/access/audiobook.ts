import { namesIn } from '#contracts/catalogue/contributor-roles.ts'
import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'

/** Returns the audiobook of a book as a recording, which plays like an episode. Undefined for a book without an audiobook. */
export function audiobookOf(book: CatalogueBookDetails): PodcastDetails | undefined {
  const edition = book.editions.find(({ format }) => format === 'audio')
  if (!edition) return undefined
  const { durationSeconds = 0, chapters = [], lowBitrate = null } = edition
  const narrators = namesIn(book.contributors, 'narrator').map((name) => (name === book.author ? 'the author' : name))
  return {
    ...book,
    host: narrators.length > 0 ? `${book.author}, read by ${narrators.join(', ')}` : book.author,
    duration: formatDuration(durationSeconds),
    durationSeconds,
    audioUrl: edition.url,
    audioType: edition.type,
    audioBytes: edition.bytes,
    lightSound: lowBitrate,
    hasChapters: chapters.length > 0,
    hasTranscript: false,
    chapters,
    editions: [{ ...edition, lowBitrate }],
  }
}
