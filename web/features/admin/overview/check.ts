import type { Overview } from '#contracts/overview.ts'

/** Whether something works, in a message, and what to do about it unless it is `good`. */
export type Finding = { state: 'good' | 'notice' | 'bad'; message: string; advice?: string }

/** What is looked at, by its title. What is no matter here finds nothing. */
export type Check = [title: string, look: (overview: Overview) => Finding | undefined]
