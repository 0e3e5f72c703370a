import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { ButtonLink } from './button.tsx'

/**
 * Hero at the top of a page, under the transparent header. The overlay ensures that the text is readable over any picture. On phones the
 * hero takes at most a third of the screen, so that the page's content begins on the first screen.
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
  return (
    <section
      data-hero
      className={classNames(
        'on-dark relative isolate flex overflow-hidden md:items-center dusk text-white',
        tall ? 'hero-tall' : 'hero-band',
      )}
    >
      {image && (
        <div className="absolute inset-0 -z-20">
          <ScenePicture scene={image} tall={tall} position={position} />
          {image.overlay ? <div className="absolute inset-0 bg-black" style={{ opacity: image.overlay }} /> : null}
        </div>
      )}
      {overlay && (
        <div data-overlay className={classNames('absolute inset-0 -z-10 mix-blend-multiply', tall ? 'shade-tall' : 'shade-band')} />
      )}
      <div
        className={classNames(
          'wrap',
          hasButtons ? 'max-sm:pt-14 max-sm:pb-3' : 'max-sm:pt-17 max-sm:pb-5',
          tall ? 'pt-28 pb-16' : 'pt-32 pb-14',
        )}
      >
        <h1 className={tall ? 'hero-title-tall' : 'hero-title'}>{title}</h1>
        <div className="relative mt-1 w-fit sm:mt-5">
          {overlay && (
            <div
              className={classNames(
                'shade-words absolute hidden -inset-y-[100vh] -left-[100vw] -z-10 mix-blend-multiply',
                tall ? '-right-48 lg:block' : '-right-36 md:block',
              )}
            />
          )}
          <p className="hero-lines">
            <span className="block text-balance">{lines[0]}</span> <span className="block text-balance">{lines[1]}</span>
          </p>
        </div>
        {hasButtons && (
          <div className="mt-2 flex flex-wrap gap-2 sm:mt-9 sm:gap-3.5">
            {primary && (
              <ButtonLink to={primary.to} className={BUTTON}>
                {primary.text}
              </ButtonLink>
            )}
            {secondary && (
              <ButtonLink to={secondary.to} variant="outline-light" className={BUTTON}>
                {secondary.text}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

const BUTTON = 'max-sm:min-h-11 max-sm:px-3.5 max-sm:py-2 max-sm:text-base'

type Drawing = {
  width: number
  height: number
  avif: { src: string; width: number }[]
  webp: { src: string; width: number }[]
}

/** An illustration in two crops: `wide` has few details on the left, `tall` is for a tall hero on a tablet in portrait orientation. */
type Scene = {
  wide: Drawing
  tall?: Drawing
  /** Part of the site owner's picture that stays visible, also on phones */
  focus?: string
  /** Opacity of an additional overlay for a bright picture, from 0 to 1 */
  overlay?: number
}

const TABLET = '(min-width: 40rem) and (max-width: 63.99rem) and (orientation: portrait)'

/** Illustration as a background image. It is decorative, so its alternative text is empty. */
function ScenePicture({ scene, tall, position = '30% 60%' }: { scene: Scene; tall: boolean; position?: string }) {
  const fallback = scene.wide.webp.at(-1)
  if (!fallback) return null
  return (
    <picture>
      {tall && scene.tall && (
        <>
          <source media={TABLET} type="image/avif" srcSet={srcSet(scene.tall.avif)} sizes="100vw" />
          <source media={TABLET} type="image/webp" srcSet={srcSet(scene.tall.webp)} sizes="100vw" />
        </>
      )}
      <source type="image/avif" srcSet={srcSet(scene.wide.avif)} sizes="100vw" />
      <img
        src={fallback.src}
        srcSet={srcSet(scene.wide.webp)}
        sizes="100vw"
        width={scene.wide.width}
        height={scene.wide.height}
        alt=""
        fetchPriority="high"
        className={classNames('absolute inset-0 size-full object-cover object-(--scene-position)', !scene.focus && 'max-sm:object-right')}
        style={{ '--scene-position': scene.focus ?? position } as CSSProperties}
      />
    </picture>
  )
}

function srcSet(sources: { src: string; width: number }[]) {
  return sources.map(({ src, width }) => `${src} ${width}w`).join(', ')
}
