/* Page widths are in a separate file from the schemas of book-pages.ts, so that browsers do not load zod. */

/** Widths of page images in pixels. A page image is at `/api/media/{key}/pages/{n}/{width}.avif` and `.webp`. */
export const PAGE_WIDTHS = [480, 720, 1080, 1600] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

export const PAGE_FORMATS = ['avif', 'webp'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]
