import type { Overview } from '#contracts/admin/overview.ts'

/** Result of a health check: a message, with advice unless `state` is `good`, and links to what it is about. */
export type Finding = {
  state: 'good' | 'notice' | 'bad'
  message: string
  advice?: string
  links?: { to: string; label: string }[]
}

/** A health check: its title, and a function that returns undefined where the check does not apply. */
export type Check = [title: string, look: (overview: Overview) => Finding | undefined]
