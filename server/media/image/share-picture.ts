import type { Palette } from '#contracts/site/palette.ts'

/** Size of a share image in pixels, as expected by chats and social networks. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const
/** Size limit of a share image: some chats don't display larger images. */
export const SHARE_PICTURE_BYTES = 300_000

/** Content of a share image. Colors are `#rrggbb`. */
export type ShareSubject = {
  shape: 'book' | 'square' | 'portrait'
  title: string
  /** Name of the item's author or host */
  by?: string
  /** The item's price, or the kind of item if there is no price */
  label: string
  isFree: boolean
  /** Color of the panel behind the cover */
  color: string
  /** Cover image, as encoded by the server itself */
  cover: Uint8Array
}

/** Name, logos and colors of the site, which are the same in all its share images. */
export type ShareBrand = {
  name: string
  /** Logos for light and dark backgrounds: SVG documents of 64 × 58, or images encoded by the server itself, as data URLs */
  logos: { onLight: string; onDark: string }
  colors: Pick<Palette, 'night' | 'night-rule' | 'lamp-2'>
}

export type SharePictureTask = { subject: ShareSubject; brand: ShareBrand }

/** Scripts that the fonts of share images cover. `Common` and `Inherited` are punctuation, digits, emoji and marks. */
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u

/** Returns whether the fonts of share images cover all letters of a text. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text)
}
