import type { FastifyRequest } from 'fastify'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { PreviewLink } from '#contracts/site/site-sections.ts'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import type { MediaLimits } from '#server/media/media.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import type { ClaimUpload } from '#server/media/upload/with-form.ts'
import type { RecordAction } from '#server/platform/audit/action.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Database, Orm, Transaction } from '#server/platform/database/database.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import type { FindItemPreview } from '#server/product-directory.ts'
import type { ListSubjects } from './category-subjects.ts'
import type { SluggedKind } from './item-slugs.store.ts'
import type { ShareLook } from './share-pictures.service.ts'

/**
 * Function that records the changed or deleted pages of an item by its slugs, so that search engines are notified after the change is
 * committed.
 */
type AnnouncePages = (transaction: Transaction, kind: SluggedKind, slugs: string[]) => Promise<void>

/** Preview links of unpublished items. */
export type ItemPreviews = {
  find: FindItemPreview
  /** Creates a preview link for the origin of the request */
  createLink: (request: FastifyRequest, item: ProductRef) => PreviewLink
}

/** Dependencies of all kinds of items. */
export type ItemDeps = {
  orm: Orm
  database: Pick<Database, 'sessionLocks'>
  catalogueVersion: CatalogueVersion
  count: VersionedCache<number>
  subjects: ListSubjects
  lists: PublicLists
  library: MediaLibrary
  signedUrls: Pick<SignedUrls, 'sign' | 'signForAdmin'>
  ffmpeg: Ffmpeg
  /** Whether audio for podcast apps and low-bitrate audio are encoded in the background */
  encodesAudio: boolean
  publish: PublishToCatalogue
  record: RecordAction
  limits: MediaLimits
  claimUpload: ClaimUpload
  announce: AnnouncePages
  shopTime: () => ShopTime
  shareLook: () => ShareLook
  previews: ItemPreviews
}
