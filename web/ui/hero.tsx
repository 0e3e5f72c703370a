import type { CSSProperties } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { ButtonLink } from './button.tsx'

const SCENIC_ROOM = { low: 'max-sm:portrait:pb-60', high: 'max-sm:portrait:pb-72' } as const

/** Top of a page, under the transparent header. The overlay keeps the text readable over any picture. */
export function Hero({
  title,
  lines,
  image,
  position,
  primary,
  secondary,
  overlay = true,
  tall = false,
  scenic,
}: {
  title: string
  lines: [string, string]
  image?: Scene
  /** The part of the picture that stays visible, as in object-position */
  position?: string
  primary?: { text: string; to: string }
  secondary?: { text: string; to: string }
  overlay?: boolean
  /** Fills the screen instead of a band */
  tall?: boolean
  /** On phones the picture has its own space of this height below the text */
  scenic?: keyof typeof SCENIC_ROOM
}) {
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
        </div>
      )}
      {overlay && (
        <div
          data-overlay
          className={classNames(
            'absolute inset-0 -z-10 mix-blend-multiply',
            tall ? 'shade-tall' : 'shade-band',
            scenic && 'max-sm:portrait:shade-scenic',
          )}
        />
      )}
      <div className={classNames('wrap', tall ? 'pt-28 pb-16' : 'pt-32 pb-14', scenic && SCENIC_ROOM[scenic])}>
        <h1 className={tall ? 'hero-title-tall' : 'hero-title'}>{title}</h1>
        <div className="relative mt-5 w-fit">
          {overlay && (
            <div
              className={classNames(
                'shade-words absolute hidden -inset-y-[100vh] -left-[100vw] -z-10 mix-blend-multiply',
                tall ? '-right-48 lg:block' : '-right-36 md:block',
              )}
            />
          )}
          <p className="hero-lines leading-normal">
            <span className="block text-balance">{lines[0]}</span> <span className="block text-balance">{lines[1]}</span>
          </p>
        </div>
        {(primary || secondary) && (
          <div className="mt-9 flex flex-col gap-3.5 sm:flex-row sm:flex-wrap">
            {primary && <ButtonLink to={primary.to}>{primary.text}</ButtonLink>}
            {secondary && (
              <ButtonLink to={secondary.to} variant="outline-light">
                {secondary.text}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

type Drawing = {
  width: number
  height: number
  avif: { src: string; width: number }[]
  webp: { src: string; width: number }[]
}

/** An illustration in two crops: `wide` has its quiet side on the left, `tall` is for portrait phones. */
type Scene = { wide: Drawing; tall: Drawing }

/** The illustration as the background of its box. It is decorative, so its alternative text is empty. */
function ScenePicture({ scene, tall, position = '30% 60%' }: { scene: Scene; tall: boolean; position?: string }) {
  // On a tablet the band is wide even in portrait orientation.
  const upright = `(max-width: ${tall ? 63.99 : 39.99}rem) and (orientation: portrait)`
  const fallback = scene.wide.webp.at(-1)
  if (!fallback) return null
  return (
    <picture>
      <source media={upright} type="image/avif" srcSet={srcSet(scene.tall.avif)} sizes="100vw" />
      <source media={upright} type="image/webp" srcSet={srcSet(scene.tall.webp)} sizes="100vw" />
      <source type="image/avif" srcSet={srcSet(scene.wide.avif)} sizes="100vw" />
      <img
        src={fallback.src}
        srcSet={srcSet(scene.wide.webp)}
        sizes="100vw"
        width={scene.wide.width}
        height={scene.wide.height}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-(--scene-position) portrait:max-sm:object-bottom"
        style={{ '--scene-position': position } as CSSProperties}
      />
    </picture>
  )
}

function srcSet(sources: { src: string; width: number }[]) {
  return sources.map(({ src, width }) => `${src} ${width}w`).join(', ')
}
