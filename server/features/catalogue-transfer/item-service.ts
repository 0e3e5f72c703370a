import type { Chapter } from '#contracts/chapter.ts'
import type { Picture } from '#contracts/item.ts'
import type { Page } from '#contracts/list.ts'
import type { Cue } from '#contracts/transcript.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'

/** What books and episodes have in common here, and what either has for itself. */
export type Item = {
  id: string
  slug: string
  title: string
  description: string
  price: number
  categories: string[]
  cover: Picture
  author?: string
  pdfUrl?: string
  host?: string
  duration?: string
  audioUrl?: string
  chapters?: Chapter[]
  hasTranscript?: boolean
}

type Form = { fields: Record<string, string>; files: Record<string, UploadedFile>; discard: () => Promise<void> }

/** The service that lists, gives and takes the items of one kind. */
export type ItemService = {
  list: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>
  get: (id: string) => Promise<Item>
  isSlugFree: (slug: string) => Promise<boolean>
  add: (form: Form) => Promise<{ id: string; encrypted?: boolean }>
  /** SHA-256 of each uploaded recording whose stored file differs from it, by the key of that */
  findUploads?: () => Promise<Map<string, string>>
  /** What is known of an episode's recording before it is published. Throws the problem for which it would be refused */
  inspectRecording?: (file: UploadedFile) => Promise<{ durationSeconds: number }>
  /** Of an episode */
  readTranscript?: (id: string) => Promise<Cue[]>
}

/** Everything that there is of one kind, in the order of its list. */
export async function* allItems(service: Pick<ItemService, 'list'>): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const page = await service.list({ limit: 100, ...(cursor && { cursor }) })
    yield* page.items
    cursor = page.next
  } while (cursor)
}
