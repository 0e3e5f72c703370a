import type { AuditChange } from '#contracts/admin/audit.ts'
import type { Book, BookDetails } from '#contracts/catalogue/book.ts'
import type { BulkChange, BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import type { Page } from '#contracts/common/list.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { pagesOf } from '#server/platform/lists/pages-of.ts'

/** Book or episode with the fields of both kinds. Fields of only one kind are optional. */
export type Item = Pick<Book, 'id' | 'slug' | 'title' | 'description' | 'price' | 'categories' | 'subjects' | 'cover' | 'updatedAt'> &
  Partial<
    Pick<BookDetails, 'author' | 'contributors' | 'pdfUrl' | 'editions' | 'offerEpub'> &
      Pick<PodcastDetails, 'host' | 'duration' | 'audioUrl' | 'chapters' | 'hasTranscript'>
  >

type Form = { fields: Record<string, string>; files: Record<string, UploadedFile> }

/** Service that lists, reads and adds the items of one kind. */
export type ItemService = {
  listInAllStates: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>
  get: (id: string) => Promise<Item>
  isSlugFree: (slug: string) => Promise<boolean>
  /** Returns the item that has or had a slug, unless it is in the bin */
  findBySlug: (slug: string) => Promise<Item | undefined>
  /** Validates the text fields of a new item and returns them. Throws the problem with which `add` would refuse them */
  checkNew: (fields: Record<string, string>) => object
  /** Validates text fields of an item and returns those that would change. Throws the problem with which `change` would refuse them */
  checkChange: (id: string, fields: Record<string, string>) => Promise<AuditChange[]>
  add: (form: Form, options: { by?: Actor }) => Promise<{ id: string; encrypted?: boolean }>
  change: (id: string, form: Form, options: { by?: Actor }) => Promise<unknown>
  changeMany: (changes: BulkChange['items'], by: Actor | undefined) => Promise<BulkOutcome>
  /** Returns the SHA-256 of each uploaded recording whose stored file differs, by the key of the stored file */
  findUploads?: () => Promise<Map<string, string>>
  /** Reads the recording of an episode before publication. Throws the problem with which publication would refuse the recording */
  inspectRecording?: (file: UploadedFile) => Promise<{ durationSeconds: number }>
  /** Reads the transcript of an episode */
  readTranscript?: (id: string) => Promise<Cue[]>
}

/** Lists all items of one kind in list order. */
export async function* allItems(service: Pick<ItemService, 'listInAllStates'>): AsyncGenerator<Item> {
  for await (const items of pagesOf((part) => service.listInAllStates(part))) yield* items
}
