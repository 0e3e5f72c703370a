import { type ComponentType, useEffect, useState } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { hasHeard } from '#web/lib/places/has-heard.ts'

type Props = { episode: Podcast }

/**
 * Mark of an episode that was heard, on its cover. Rendered after the first paint, and only in a browser that has heard an episode: others
 * don't load its code.
 */
export function HeardMark(props: Props) {
  const [Mark, setMark] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (!hasHeard()) return
    import('./heard-mark-content.tsx').then(
      ({ HeardMarkContent }) => setMark(() => HeardMarkContent),
      () => {},
    )
  }, [])
  return Mark ? <Mark {...props} /> : null
}
