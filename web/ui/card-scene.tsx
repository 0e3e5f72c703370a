import { type Drawing, srcSet } from './hero.tsx'

const WIDE = '(min-width: 48rem)'
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/**
 * Illustration that fills its container, loaded when it comes near the screen. It is decorative, so its alternative text is empty.
 * @param onlyWide the illustration is hidden on phones, which don't load it, and is on the first screen of others
 */
export function CardScene({ drawing, sizes, onlyWide = false }: { drawing: Drawing; sizes: string; onlyWide?: boolean }) {
  const media = onlyWide ? WIDE : undefined
  return (
    <picture>
      <source media={media} type="image/avif" srcSet={srcSet(drawing.avif)} sizes={sizes} />
      <source media={media} type="image/webp" srcSet={srcSet(drawing.webp)} sizes={sizes} />
      <img
        src={onlyWide ? NO_PICTURE : drawing.webp[0]?.src}
        width={drawing.width}
        height={drawing.height}
        alt=""
        loading={onlyWide ? undefined : 'lazy'}
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  )
}
