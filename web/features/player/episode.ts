import type { Podcast } from '#contracts/podcast.ts'

/** The episode that plays. A new object means that it was chosen again, even if it is the same episode. */
export type Episode = {
  item: Podcast
  url: string
  /** Requests access again and returns a new URL. */
  renew?: (() => Promise<string>) | undefined
  /** The element that had the focus when it was chosen */
  origin?: Element | null | undefined
}
