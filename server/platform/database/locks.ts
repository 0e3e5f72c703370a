/** Keys of the advisory locks, in one place so that all are different. */
export const LOCKS = {
  /** Held during a migration */
  migration: 7_305_001,
  /** Held, shared, by every running app */
  presence: 7_305_002,
  /** Held, shared, while files are published; held exclusively while it is written down which files without a row are removed */
  media: 7_305_003,
  /** Held while the demonstration is loaded or removed */
  demo: 7_305_004,
  /** Held during an import of items */
  import: 7_305_005,
  /** Held, shared, while a backup reads from a bucket; whoever removes objects takes it exclusively, or leaves them for later */
  backup: 7_305_007,
  /** Held by a transaction that numbers a receipt */
  receipts: 7_305_006,
  /** Held by a transaction that stores or sums what was counted of items */
  statistics: 7_305_008,
  /** First half of a two-part key, the second stands for a product; held while it is sold or opened */
  product: 7_306,
  /** First half of a two-part key, the second stands for the key of a rate limit; held while it is counted */
  rateLimits: 7_307,
  /** First half of a two-part key, the second stands for an upload; held while a request reads or writes it */
  uploads: 7_308,
  /** First half of a two-part key, the second stands for a kind of items; held by the app that draws their share pictures */
  sharePictures: 7_309,
  /** First half of a two-part key, the second stands for a book's file; held by the app that makes its pages in the background */
  pagesMade: 7_310,
  /** First half of a two-part key, the second stands for a book's file; held by a transaction that stores its pages */
  pagesStored: 7_311,
  /** First half of a two-part key, the second stands for a recording; held by the app that makes its light form */
  lightSound: 7_313,
  /** First half of a two-part key, the second is the number of a running app, which holds it */
  instance: 7_305,
} as const
