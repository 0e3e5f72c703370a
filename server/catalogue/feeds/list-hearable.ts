import type { ProductRef } from '#contracts/shop/product.ts'
import type { FeedCatalogue, FeedRecording, HearablePage } from './feed-items.ts'

/** Lists the free recordings and those of the owned items: first the audiobooks, then the episodes, since apps sort items by their date. */
export async function listHearable(
  catalogue: Pick<FeedCatalogue, 'listHearableBooks' | 'listHearableEpisodes'>,
  owned: ProductRef[],
  { limit, offset }: { limit: number; offset: number },
): Promise<HearablePage<FeedRecording>> {
  const idsOf = (kind: ProductRef['product']) => owned.filter(({ product }) => product === kind).map(({ productId }) => productId)
  const books = await catalogue.listHearableBooks(idsOf('book'), { limit, offset })
  const rest = { limit: limit - books.items.length, offset: Math.max(0, offset - books.total) }
  const episodes = await catalogue.listHearableEpisodes(idsOf('podcast'), rest)
  return { items: [...books.items.map(toRecording), ...episodes.items], total: books.total + episodes.total }
}

/** Returns the audiobook of a book. */
function toRecording(book: Awaited<ReturnType<FeedCatalogue['listHearableBooks']>>['items'][number]): FeedRecording {
  const { author, contributors, editions } = book
  const audio = editions.find(({ format }) => format === 'audio')
  if (!audio) throw new Error(`Book ${book.id} has no audiobook`)
  const narrators = contributors.filter(({ role }) => role === 'narrator')
  return {
    ...book,
    product: 'book',
    people: [{ role: 'author', name: author }, ...narrators.map(({ name }) => ({ role: 'narrator' as const, name }))],
    audioUrl: audio.url,
    audioType: audio.type,
    audioBytes: audio.bytes,
    lightSound: audio.lowBitrate ?? null,
    seconds: audio.durationSeconds ?? 0,
    hasChapters: (audio.chapters ?? []).length > 0,
    hasTranscript: false,
    preview: null,
  }
}
