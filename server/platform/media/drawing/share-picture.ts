/** Pixels of a share picture, as chats and networks want it. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const
/** Some chats show no larger picture. */
export const SHARE_PICTURE_BYTES = 300_000

/** What a share picture shows. Colours are `#rrggbb`. */
export type ShareSubject = {
  shape: 'book' | 'square' | 'portrait'
  title: string
  /** Who made it */
  by?: string | undefined
  /** What it costs, or else what it is */
  label: string
  isFree: boolean
  /** Behind the cover */
  colour: string
  /** A picture that the app has encoded itself */
  cover: Uint8Array
}

/** What all pictures of the site have in common. */
export type ShareBrand = {
  name: string
  /** SVG documents of 64 × 58 for light and dark grounds */
  logos: { onLight: string; onDark: string }
}

export type DrawingTask = { subject: ShareSubject; brand: ShareBrand }
export type DrawingResult = { content: Uint8Array } | { error: string }

/** Alphabets that the fonts of the pictures have; all of them share punctuation, digits and emoji. */
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u

/** Whether the pictures' fonts have the letters of a text. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text)
}
