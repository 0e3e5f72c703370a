import { type Drawing, srcSet } from './hero.tsx'

/** Illustration that fills its container, loaded when it comes near the screen. It is decorative, so its alternative text is empty. */
export function CardScene({ drawing, sizes }: { drawing: Drawing; sizes: string }) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(drawing.avif)} sizes={sizes} />
      <img
        src={drawing.webp[0]?.src}
        srcSet={srcSet(drawing.webp)}
        sizes={sizes}
        width={drawing.width}
        height={drawing.height}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </picture>
  )
}
