import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { ButtonLink } from './button.tsx'

/**
 * Hero at the top of a page, under the transparent header. The overlay ensures that the text is readable over any picture. On phones the
 * picture with the title and the first line takes a third of the screen; the second line and the buttons follow on paper, as the lead of
 * the page.
 */
export function Hero({
  title,
  lines,
  image,
  position,
  primary,
  secondary,
  overlay = true,
  tall = false,
}: {
  title: string
  lines: [string, string]
  image?: Scene
  /** Part of the picture that stays visible, in the syntax of `object-position` */
  position?: string
  primary?: { text: string; to: string }
  secondary?: { text: string; to: string }
  overlay?: boolean
  /** Whether the hero fills the screen instead of a band, except on phones */
  tall?: boolean
}) {
  const hasButtons = Boolean(primary || secondary)
  // On phones, two buttons share a row.
  const button = `max-sm:min-h-11 max-sm:py-2 max-sm:text-base ${primary && secondary ? 'max-sm:px-2.5' : 'max-sm:px-4'}`
  return (
    <section
      data-hero
      className={classNames('hero on-dark relative isolate overflow-hidden sm:flex md:items-center', tall ? 'hero-tall' : 'hero-band')}
    >
      <div data-scene className="hero-scene dusk -z-20 overflow-hidden">
        {image && (
          <div className={classNames('absolute inset-0', image.phone ? 'hero-drawing' : 'hero-photo')}>
            <ScenePicture scene={image} tall={tall} position={position} />
            {image.overlay ? <div className="absolute inset-0 bg-black" style={{ opacity: image.overlay }} /> : null}
          </div>
        )}
        {overlay && (
          <div
            data-overlay
            className={classNames('absolute inset-0 mix-blend-multiply', tall ? 'shade-tall' : 'shade-band', image?.focus && 'shade-photo')}
          />
        )}
      </div>
      <div className={classNames('wrap max-sm:contents', tall ? 'pt-28 pb-16' : 'pt-32 pb-14')}>
        <h1 className={classNames('text-white', tall ? 'hero-title-tall' : 'hero-title')}>{title}</h1>
        <div className="relative max-sm:contents sm:mt-5 sm:w-fit">
          {overlay && (
            <div
              className={classNames(
                'shade-words absolute hidden -inset-y-[100vh] -left-[100vw] -z-10 mix-blend-multiply',
                tall ? '-right-48 lg:block' : '-right-36 md:block',
              )}
            />
          )}
          <p className="hero-lines max-sm:contents">
            <span className="hero-line block text-balance">{lines[0]}</span>{' '}
            <span className="hero-lead block text-balance">{lines[1]}</span>
          </p>
        </div>
        {hasButtons && (
          <div className="hero-buttons flex flex-wrap gap-2 sm:mt-9 sm:gap-3.5">
            {primary && (
              <ButtonLink to={primary.to} className={button}>
                {primary.text}
              </ButtonLink>
            )}
            {secondary && (
              <ButtonLink to={secondary.to} variant="outline-light" className={`${button} ${ON_PAPER}`}>
                {secondary.text}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

const ON_PAPER = 'max-sm:bg-transparent max-sm:text-ink max-sm:ring-edge max-sm:hover:ring-ink'

export type Drawing = {
  width: number
  height: number
  avif: { src: string; width: number }[]
  webp: { src: string; width: number }[]
}

/**
 * Illustration in up to three crops: `wide` has few details on the left, `phone` has its motif on the lower right, and `tall` is for a tall
 * hero on a tablet in portrait orientation.
 */
type Scene = {
  wide: Drawing
  phone?: Drawing
  tall?: Drawing
  /** Part of the site owner's picture that stays visible, also on phones */
  focus?: string
  /** Opacity of an additional overlay for a bright picture, from 0 to 1 */
  overlay?: number
}

const PHONE = '(max-width: 39.99rem)'
const TABLET = '(min-width: 40rem) and (max-width: 63.99rem) and (orientation: portrait)'

/** Illustration as a background image. It is decorative, so its alternative text is empty. */
function ScenePicture({ scene, tall, position = '30% 60%' }: { scene: Scene; tall: boolean; position?: string }) {
  const fallback = scene.wide.webp.at(-1)
  if (!fallback) return null
  // The picture of a site owner fills half of a phone's width.
  const sizes = scene.focus ? `${PHONE} 50vw, 100vw` : '100vw'
  return (
    <picture>
      {scene.phone && <Crop media={PHONE} drawing={scene.phone} />}
      {tall && scene.tall && <Crop media={TABLET} drawing={scene.tall} />}
      <source type="image/avif" srcSet={srcSet(scene.wide.avif)} sizes={sizes} />
      <img
        src={fallback.src}
        srcSet={srcSet(scene.wide.webp)}
        sizes={sizes}
        width={scene.wide.width}
        height={scene.wide.height}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-(--scene-position)"
        style={{ '--scene-position': scene.focus ?? position } as CSSProperties}
      />
    </picture>
  )
}

function Crop({ media, drawing: { avif, webp } }: { media: string; drawing: Drawing }) {
  return (
    <>
      <source media={media} type="image/avif" srcSet={srcSet(avif)} sizes="100vw" />
      <source media={media} type="image/webp" srcSet={srcSet(webp)} sizes="100vw" />
    </>
  )
}

export function srcSet(sources: { src: string; width: number }[]) {
  return sources.map(({ src, width }) => `${src} ${width}w`).join(', ')
}
