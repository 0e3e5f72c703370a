import type { RecordAction } from '#server/platform/audit/action.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { ClaimUpload } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'

/** What every kind of items is opened with. */
export type ItemDeps = {
  orm: Orm
  count: VersionedCache<number>
  lists: PublicLists
  library: MediaLibrary
  publish: PublishToCatalogue
  record: RecordAction
  limits: { imageBytes: number; imagePixels: number; pdfBytes: number; audioBytes: number }
  claimUpload: ClaimUpload
}
