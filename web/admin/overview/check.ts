import type { Overview } from '#contracts/admin/overview.ts'

/** Links to the pages that a finding concerns. */
type Links = { to: string; label: string }[]

/** Result of a health check: a message, with advice unless `state` is `good`. */
export type Finding = { state: 'good' | 'notice' | 'bad'; message: string; advice?: string; links?: Links }

/** Health check with a title and a function that returns the finding, or undefined if the check does not apply. */
export type Check = [title: string, look: (overview: Overview) => Finding | undefined]

export const good = (message: string, links: Links = []): Finding => ({ state: 'good', message, links })
export const notice = (message: string, advice: string, links: Links = []): Finding => ({ state: 'notice', message, advice, links })
export const bad = (message: string, advice: string, links: Links = []): Finding => ({ state: 'bad', message, advice, links })
