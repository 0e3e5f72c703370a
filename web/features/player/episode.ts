import type { Podcast } from '#contracts/podcast.ts'

/** What is played, and where it is read from. A new object means: chosen anew, even if it is the same episode. */
export type Episode = {
  item: Podcast
  url: string
  /** Asks for access again and answers a fresh address. */
  renew?: (() => Promise<string>) | undefined
  /** What had the focus when it was chosen */
  origin?: Element | null | undefined
}
