/** Keys of the advisory locks, in one place so that no two mean the same number. */
export const LOCKS = {
  /** Held by the one who migrates */
  migration: 7_305_001,
  /** Held, shared, by every running app */
  presence: 7_305_002,
  /** Held, shared, while files become rows; held alone while files without a row are swept */
  media: 7_305_003,
  /** Held by the one who loads or removes the demonstration */
  demo: 7_305_004,
  /** Held by the one who imports many items from a table */
  import: 7_305_005,
  /** Held by the one who numbers a receipt, until its transaction ends */
  receipts: 7_305_006,
  /** First half of a two-part key; the second stands for a product: held by whoever sells or opens it */
  product: 7_306,
  /** First half of a two-part key; the second stands for what tries are counted under: held by whoever counts one */
  rateLimits: 7_307,
  /** First half of a two-part key; the second is the number of the running app that holds it */
  instance: 7_305,
} as const
