/** Keys of all advisory locks, in one place to keep them distinct. */
export const LOCKS = {
  /** Held during a migration */
  migration: 7_305_001,
  /** Held in shared mode by every running app */
  controlConnection: 7_305_002,
  /** Held in shared mode while files are published, and exclusively while files without a row are recorded for removal */
  media: 7_305_003,
  /** Held while the demonstration is loaded or removed */
  demo: 7_305_004,
  /** Held during an import of items */
  import: 7_305_005,
  /** Held, shared, while a backup reads from a bucket; removing objects requires it exclusively and is postponed otherwise */
  backup: 7_305_007,
  /** Held by a transaction that numbers a receipt */
  receipts: 7_305_006,
  /** Held by a transaction that stores or sums item statistics */
  statistics: 7_305_008,
  /** Held by a transaction that adds a saved answer */
  savedAnswers: 7_305_009,
  /** First half of a two-part key, the second is the hash of a product; held while the product is sold or opened */
  product: 7_306,
  /** First half of a two-part key, the second is the hash of a rate limit's key; held while the limit is counted */
  rateLimits: 7_307,
  /** First half of a two-part key, the second is the hash of an upload; held while a request reads or writes the upload */
  uploads: 7_308,
  /** First half of a two-part key, the second is the hash of a kind of items; held by the app that renders their share images */
  sharePictures: 7_309,
  /** First half of a two-part key, the second is the hash of a book's file; held by the app that renders its pages in the background */
  pagesMade: 7_310,
  /** First half of a two-part key, the second is the hash of a book's file; held by a transaction that stores its pages */
  pagesStored: 7_311,
  /** First half of a two-part key, the second is the hash of a recording; held by the app that encodes its low-bitrate audio */
  lowBitrateAudio: 7_313,
  /** First half of a two-part key, the second is the hash of a section's name; held by a transaction that changes the section's draft */
  siteDraft: 7_314,
  /** First half of a two-part key, the second is the number of a running app, which holds the lock */
  instance: 7_305,
} as const
