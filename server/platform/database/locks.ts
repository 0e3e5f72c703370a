import { sql } from 'drizzle-orm'

/**
 * SQL that lets a transaction of an administrator wait longer for row and table locks than requests of visitors do: an import or another
 * change of many items holds locks for several seconds on a busy machine.
 */
export const WAIT_FOR_LOCKS = sql`set local lock_timeout = '15s'`

/** Keys of all advisory locks, defined together to avoid collisions. */
export const LOCKS = {
  /** Lock held during a schema migration */
  migration: 7_305_001,
  /** Lock held in shared mode by every running instance */
  controlConnection: 7_305_002,
  /** Lock held in shared mode while files are published, and exclusively while files without a row are recorded for removal */
  media: 7_305_003,
  /** Lock held while the demonstration is loaded or removed */
  demo: 7_305_004,
  /** Lock held during an import of items */
  import: 7_305_005,
  /** Lock held in shared mode while a backup reads from a bucket; removals of files require it exclusively and are postponed otherwise */
  backup: 7_305_007,
  /** Lock held by a transaction that assigns a receipt number */
  receipts: 7_305_006,
  /** Lock held by a transaction that stores or sums item statistics */
  statistics: 7_305_008,
  /** Lock held by a transaction that adds a saved answer */
  savedAnswers: 7_305_009,
  /** First half of a two-part lock key, followed by the hash of a product; held while the product is sold or opened */
  product: 7_306,
  /** First half of a two-part lock key, followed by the hash of a browser and a product; held while the browser's order is created */
  buyer: 7_315,
  /** First half of a two-part lock key, followed by the hash of a rate limit's key; held while attempts are counted */
  rateLimits: 7_307,
  /** First half of a two-part lock key, followed by the hash of an upload; held while a request reads or writes the upload */
  uploads: 7_308,
  /** First half of a two-part lock key, followed by the hash of a kind of items; held by the instance that renders their share images */
  sharePictures: 7_309,
  /** First half of a lock key, followed by the hash of a book's file; held by the instance that renders its pages in the background */
  pagesMade: 7_310,
  /** First half of a two-part lock key, followed by the hash of a book's file; held by a transaction that stores rendered pages */
  pagesStored: 7_311,
  /** First half of a two-part lock key, followed by the hash of a recording; held by the instance that encodes its low-bitrate audio */
  lowBitrateAudio: 7_313,
  /** First half of a two-part lock key, followed by the hash of a section's name; held by a transaction that changes the section's draft */
  siteDraft: 7_314,
  /** First half of a two-part lock key, followed by the number of a running instance, which holds the lock */
  instance: 7_305,
} as const
