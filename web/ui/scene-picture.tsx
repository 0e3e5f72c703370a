import type { CSSProperties } from 'react'

type Drawing = {
  width: number
  height: number
  avif: { src: string; width: number }[]
  webp: { src: string; width: number }[]
}

/** A drawn scene in two cuts: `wide` has its quiet side at the left, `tall` is for upright phones. */
export type Scene = { wide: Drawing; tall: Drawing }

/** The scene as the background of its box. It is decorative, so its alternative text is empty. */
export function ScenePicture({ scene, tall, position = '30% 60%' }: { scene: Scene; tall: boolean; position?: string }) {
  // A band on a tablet is wide even when the tablet is upright.
  const upright = `(width < ${tall ? 64 : 40}rem) and (orientation: portrait)`
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
